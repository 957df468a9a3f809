import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countOf,
  decodeHistogram,
  encodeHistogram,
  type Histogram,
  merge,
  observe,
  quantile,
} from '../../../../src/observing/telemetry/vitals/histogram.ts';

const values = fc.array(fc.double({ min: 0, max: 100_000_000, noNaN: true }), {
  minLength: 1,
  maxLength: 300,
});
const share = fc.constantFrom(0.5, 0.75, 0.95, 1);

function of(measured: number[]): Histogram {
  const histogram: Histogram = new Map();
  for (const value of measured) observe(histogram, value);
  return histogram;
}

function exact(measured: number[], asked: number): number {
  return measured.toSorted((a, b) => a - b)[Math.ceil(asked * measured.length) - 1]!;
}

describe('a histogram', () => {
  test('gives quantiles that are at most 5.5 % beside the exact ones', () => {
    fc.assert(
      fc.property(values, share, (measured, asked) => {
        const real = exact(measured, asked);
        const given = quantile(of(measured), asked)!;
        if (real < 1) expect(given).toBe(0);
        else expect(Math.abs(given / real - 1)).toBeLessThanOrEqual(0.055);
      }),
    );
  });

  test('of two is the same as one of all values', () => {
    fc.assert(
      fc.property(values, values, (some, others) => {
        const together = of(some);
        merge(together, of(others));
        expect(encodeHistogram(together)).toBe(encodeHistogram(of([...some, ...others])));
        expect(countOf(together)).toBe(some.length + others.length);
      }),
    );
  });

  test('is the same after it was written down', () => {
    fc.assert(
      fc.property(values, (measured) => {
        const histogram = of(measured);
        const read = decodeHistogram(encodeHistogram(histogram));
        expect(encodeHistogram(read)).toBe(encodeHistogram(histogram));
      }),
    );
  });

  test('has few ranges, whatever is measured', () => {
    const measured = Array.from({ length: 100_000 }, (_, index) => index ** 2);
    expect(of(measured).size).toBeLessThan(200);
  });

  test('of nothing has no quantile', () => {
    expect(quantile(new Map(), 0.75)).toBeUndefined();
  });

  test.each(['', 'x', '999:1', '1', '{}'])('reads nothing in %j', (text) => {
    expect(countOf(decodeHistogram(text))).toBe(0);
  });
});
