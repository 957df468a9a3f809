import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressAt } from '../../../src/navigation/transition/progress-curve.ts';

describe('progressAt', () => {
  it('starts at 0, is over two thirds after its duration, and never reaches 100', () => {
    expect(progressAt(0)).toBe(0);
    expect(progressAt(-5)).toBe(0);
    expect(progressAt(2000)).toBeCloseTo(70.48, 1);
    expect(progressAt(3_600_000)).toBeLessThan(100);
  });

  it('never decreases', () => {
    fc.assert(fc.property(fc.nat(100_000), fc.nat(100_000), (a, b) => progressAt(a + b) >= progressAt(a)));
  });
});
