import { createHash } from 'node:crypto';

/** @returns lower-case hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}
