/** The part of a browser's `LayoutShift` that is used. */
export interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** A burst of shifts ends a second after the last one, and five after the first (ms). */
const GAP_MS = 1000;
const BURST_MS = 5000;

/** The cumulative layout shift: the worst burst of shifts without input. */
export function createLayoutShifts() {
  let worst = 0;
  let sum = 0;
  let first = -Infinity;
  let last = -Infinity;
  return {
    add({ value, hadRecentInput, startTime }: LayoutShift): void {
      if (hadRecentInput) return;
      if (startTime - last >= GAP_MS || startTime - first >= BURST_MS) {
        sum = 0;
        first = startTime;
      }
      last = startTime;
      sum += value;
      worst = Math.max(worst, sum);
    },
    /** @returns the shift, rounded to four places */
    worst: (): number => Math.round(worst * 1e4) / 1e4,
  };
}
