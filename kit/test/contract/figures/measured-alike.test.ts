import { expect, test } from 'vitest';
import { bytesAlike, rendersAlike } from '../../../src/contract/figures/measured-alike.ts';

test.each([
  [1_099, 1_000, true],
  [1_000, 1_099, true],
  [1_100, 1_000, false],
])('%d bytes and %d are alike: %s', (now, then, alike) => {
  expect(bytesAlike(now, then)).toBe(alike);
});

test.each([
  [[6, 1.5], [4, 1], true],
  [[6, 1.6], [4, 1], false],
  [[4, 1], [6, 1.6], false],
  [[0.9, 3], [0.3, 1], true],
] as const)('a rendering of %j (ms, ratio) and one of %j are alike: %s', (now, then, alike) => {
  const of = ([renderMs, renderRatio]: readonly [number, number]) => ({ renderMs, renderRatio });
  expect(rendersAlike(of(now), of(then))).toBe(alike);
});
