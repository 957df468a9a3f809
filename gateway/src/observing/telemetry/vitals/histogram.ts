/**
 * How many values lay in each of some fixed ranges, each a tenth wider than the one before it: two are one by adding
 * them up, in any order, and a quantile differs by at most 5.5 % from the exact one. Range 0 holds values below 1.
 */
export type Histogram = Map<number, number>;

const GROWTH = 1.1;
/** Its end is above 10^8. */
const LAST_RANGE = 194;

/** @param value 0 or more; values above 10^8 count as 10^8. @param times the number of occurrences. */
export function observe(histogram: Histogram, value: number, times = 1): void {
  const range = rangeOf(value);
  histogram.set(range, (histogram.get(range) ?? 0) + times);
}

function rangeOf(value: number): number {
  if (value < 1) return 0;
  return Math.min(1 + Math.floor(Math.log(value) / Math.log(GROWTH)), LAST_RANGE);
}

/** Adds the counts of another one. */
export function merge(into: Histogram, added: Histogram): void {
  for (const [range, times] of added) into.set(range, (into.get(range) ?? 0) + times);
}

export function countOf(histogram: Histogram): number {
  let count = 0;
  for (const times of histogram.values()) count += times;
  return count;
}

/**
 * @param share 0.75: the least value that three of four are not above.
 * @returns the middle of its range, of 3 digits; undefined when nothing was counted.
 */
export function quantile(histogram: Histogram, share: number): number | undefined {
  let left = Math.ceil(share * countOf(histogram));
  if (left === 0) return undefined;
  for (const [range, times] of [...histogram].toSorted(([a], [b]) => a - b)) {
    left -= times;
    if (left <= 0) return middleOf(range);
  }
  return undefined;
}

function middleOf(range: number): number {
  return range === 0 ? 0 : Number((GROWTH ** (range - 0.5)).toPrecision(3));
}

/** As text: `12:3,14:1`, three values in range 12 and one in 14. */
export function encodeHistogram(histogram: Histogram): string {
  const ranges = [...histogram].toSorted(([a], [b]) => a - b);
  return ranges.map(([range, times]) => `${range}:${times}`).join(',');
}

/** @returns the ranges of the text; invalid ones are left out. */
export function decodeHistogram(text: string): Histogram {
  const histogram: Histogram = new Map();
  for (const [, range, times] of text.matchAll(/(\d{1,3}):(\d{1,15})/g))
    if (Number(range) <= LAST_RANGE) histogram.set(Number(range), Number(times));
  return histogram;
}
