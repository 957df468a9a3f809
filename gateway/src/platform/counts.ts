/**
 * How many values are in each of some fixed ranges. A range is a tenth wider than the one before it, range 0 holds the
 * values below 1. Two histograms are merged by adding them, in any order; a quantile differs from the exact one by at
 * most 5.5 %.
 */
export type Histogram = Map<number, number>;

const GROWTH = 1.1;
/** Its end is above 10^8. */
const LAST_RANGE = 194;

/** @param value 0 or more; values above 10^8 count as 10^8. */
export function observe(histogram: Histogram, value: number): void {
  const range = value < 1 ? 0 : Math.min(1 + Math.floor(Math.log(value) / Math.log(GROWTH)), LAST_RANGE);
  histogram.set(range, (histogram.get(range) ?? 0) + 1);
}

/** Adds the counts of another one. */
export function merge(into: Histogram, added: Histogram): void {
  for (const [range, times] of added) into.set(range, (into.get(range) ?? 0) + times);
}

export function countOf(histogram: Histogram): number {
  return countUpTo(histogram, Infinity);
}

/** @returns how many values are at or below `most`: a range counts when its middle is. */
export function countUpTo(histogram: Histogram, most: number): number {
  let count = 0;
  for (const [range, times] of histogram) if (middleOf(range) <= most) count += times;
  return count;
}

/**
 * @param share 0.75: the least value that three of four values do not exceed.
 * @returns the middle of its range, of 3 digits; undefined when nothing was counted.
 */
export function quantile(histogram: Histogram, share: number): number | undefined {
  let left = Math.ceil(share * countOf(histogram));
  if (left === 0) return undefined;
  for (const [range, times] of [...histogram].toSorted(([a], [b]) => a - b)) {
    left -= times;
    if (left <= 0) return Number(middleOf(range).toPrecision(3));
  }
  return undefined;
}

function middleOf(range: number): number {
  return range === 0 ? 0 : GROWTH ** (range - 0.5);
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

/**
 * Counters and histograms in memory: a cell for each set of labels. The cells are in scopes (a metric, an app), and each
 * scope holds a limited number of them. `/-/metrics` reads cells that stay; the database receives cells that are taken.
 */
export function createCounts<Cell>() {
  const scopes = new Map<string, Map<string, Cell>>();
  const all = (): Cell[] => [...scopes.values()].flatMap((cells) => [...cells.values()]);
  return {
    /**
     * @param most cells of the scope, this one included. @param make the cell before its first event.
     * @returns the cell; undefined when it does not exist and the scope is full.
     */
    cell(scope: string, key: string, most: number, make: () => Cell): Cell | undefined {
      let cells = scopes.get(scope);
      if (!cells) scopes.set(scope, (cells = new Map()));
      let cell = cells.get(key);
      if (cell === undefined && cells.size < most) cells.set(key, (cell = make()));
      return cell;
    },
    /** @returns the cells of a scope. */
    of: (scope: string): Cell[] => [...(scopes.get(scope)?.values() ?? [])],
    /** @returns all cells; there are none afterwards. */
    take(): Cell[] {
      const taken = all();
      scopes.clear();
      return taken;
    },
    remove(isRemoved: (cell: Cell) => boolean): void {
      for (const cells of scopes.values())
        for (const [key, cell] of cells) if (isRemoved(cell)) cells.delete(key);
    },
  };
}
