import { createHmac } from 'node:crypto';

/** @returns a keyed hash (hex): contents are compared without being kept. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
