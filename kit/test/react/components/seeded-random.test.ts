import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/react/components/seeded-random.ts';

const firstOf = (seed: string, count = 1_000) => Array.from({ length: count }, seededRandom(seed));

/** Reference values of FNV-1a and mulberry32. */
it('returns the same numbers for the same seed on every machine', () => {
  expect(firstOf('a-post', 3).map((n) => n.toFixed(6))).toEqual(['0.692521', '0.795844', '0.424913']);
});

it('returns numbers from 0 up to 1, spread evenly, and others for another seed', () => {
  const numbers = firstOf('a-post');
  expect(numbers.every((n) => n >= 0 && n < 1)).toBe(true);
  const mean = numbers.reduce((sum, n) => sum + n) / numbers.length;
  expect(mean).toBeGreaterThan(0.45);
  expect(mean).toBeLessThan(0.55);
  expect(firstOf('another', 3)).not.toEqual(firstOf('a-post', 3));
});
