import type { FigureName } from '@voltframe/kit/contract/operations/figures';

interface Unit {
  /** What counts as 1: half of it is as good as nothing. */
  size: number;
  /** More has nobody measured: it is not taken. */
  most: number;
}

const MILLISECONDS: Unit = { size: 1, most: 10 * 60_000 };

const UNITS: Record<FigureName, Unit> = {
  lcp: MILLISECONDS,
  cls: { size: 0.001, most: 100 },
  inp: MILLISECONDS,
  ttfb: MILLISECONDS,
  hydration: MILLISECONDS,
  navigation: MILLISECONDS,
  render: MILLISECONDS,
  upstream: MILLISECONDS,
};

/** @returns the value in units of the histogram; undefined when it is none: of a stranger's word, anything may come. */
export function toUnits(name: FigureName, value: unknown): number | undefined {
  const { size, most } = UNITS[name];
  const isMeasured = typeof value === 'number' && value >= 0 && value <= most;
  return isMeasured ? value / size : undefined;
}

/** The reverse, of 3 digits. */
export function fromUnits(name: FigureName, units: number): number {
  return Number((units * UNITS[name].size).toPrecision(3));
}
