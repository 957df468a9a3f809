import { expect, test } from 'vitest';
import { keyedHash } from '../../../src/platform/secrets/keyed-hash.ts';

test('is the HMAC of RFC 4231 (test case 2)', () => {
  expect(keyedHash('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});
