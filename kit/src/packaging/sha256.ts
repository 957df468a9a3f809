import { hash } from 'node:crypto';

/** @returns lower-case hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data);
}
