import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countOf,
  countUpTo,
  createCounts,
  decodeHistogram,
  encodeHistogram,
  type Histogram,
  merge,
  observe,
  quantile,
} from '../../src/platform/counts.ts';

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

function exact(measured: number[], portion: number): number {
  return measured.toSorted((a, b) => a - b)[Math.ceil(portion * measured.length) - 1]!;
}

describe('a histogram', () => {
  test('returns quantiles with an error of at most 5.5 %', () => {
    fc.assert(
      fc.property(values, share, (measured, portion) => {
        const real = exact(measured, portion);
        const given = quantile(of(measured), portion)!;
        if (real < 1) expect(given).toBe(0);
        else expect(Math.abs(given / real - 1)).toBeLessThanOrEqual(0.055);
      }),
    );
  });

  test('equals a histogram of all values after a merge', () => {
    fc.assert(
      fc.property(values, values, (some, others) => {
        const together = of(some);
        merge(together, of(others));
        expect(encodeHistogram(together)).toBe(encodeHistogram(of([...some, ...others])));
        expect(countOf(together)).toBe(some.length + others.length);
      }),
    );
  });

  test('is equal after encoding and decoding', () => {
    fc.assert(
      fc.property(values, (measured) => {
        const histogram = of(measured);
        const read = decodeHistogram(encodeHistogram(histogram));
        expect(encodeHistogram(read)).toBe(encodeHistogram(histogram));
      }),
    );
  });

  test('has fewer than 200 ranges', () => {
    const measured = Array.from({ length: 100_000 }, (_, index) => index ** 2);
    expect(of(measured).size).toBeLessThan(200);
  });

  test('has no quantile without values', () => {
    expect(quantile(new Map(), 0.75)).toBeUndefined();
  });

  test.each(['', 'x', '999:1', '1', '{}'])('is empty when it is decoded from %j', (text) => {
    expect(countOf(decodeHistogram(text))).toBe(0);
  });
});

test('countUpTo counts the values up to a bound with an error of at most 5 %', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 10_000 }), (measured, bound) => {
      const upTo = (most: number) => measured.filter((value) => value <= most).length;
      const given = countUpTo(of(measured), bound);
      expect(given).toBeGreaterThanOrEqual(upTo(bound * 0.95));
      expect(given).toBeLessThanOrEqual(upTo(bound * 1.05));
    }),
  );
});

describe('counts', () => {
  const add = (counts: ReturnType<typeof createCounts<{ times: number }>>, scope: string, key: string) => {
    const cell = counts.cell(scope, key, 2, () => ({ times: 0 }));
    if (cell) cell.times += 1;
    return cell !== undefined;
  };

  test('have a limited number of cells in each scope, and existing cells continue to count', () => {
    const counts = createCounts<{ times: number }>();
    expect(['a', 'b', 'c', 'a'].map((key) => add(counts, 'blog', key))).toEqual([true, true, false, true]);
    expect(add(counts, 'docs', 'c')).toBe(true);
    expect(counts.of('blog')).toEqual([{ times: 2 }, { times: 1 }]);
  });

  test('are empty after `take`, and a removed cell makes room', () => {
    const counts = createCounts<{ times: number }>();
    for (const key of ['a', 'b', 'b']) add(counts, 'blog', key);
    counts.remove(({ times }) => times === 1);
    expect(add(counts, 'blog', 'c')).toBe(true);
    expect(counts.take()).toEqual([{ times: 2 }, { times: 1 }]);
    expect(counts.take()).toEqual([]);
  });
});
