import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/react/components/seeded-random.ts';

/** Reference values of FNV-1a and mulberry32. */
it('returns the same numbers for the same seed on every machine', () => {
  const numbers = Array.from({ length: 3 }, seededRandom('a-post'));
  expect(numbers.map((n) => n.toFixed(6))).toEqual(['0.692521', '0.795844', '0.424913']);
});
