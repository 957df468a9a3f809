import { expect, test } from 'vitest';
import { bytesAlike } from '../../../src/contract/operations/measurements.ts';

test.each([
  [1_099, 1_000, true],
  [1_000, 1_099, true],
  [1_100, 1_000, false],
])('treats %d and %d bytes as alike: %s', (now, then, alike) => {
  expect(bytesAlike(now, then)).toBe(alike);
});
