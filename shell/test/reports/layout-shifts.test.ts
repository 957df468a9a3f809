import { expect, it } from 'vitest';
import { createLayoutShifts, type LayoutShift } from '../../src/reports/layout-shifts.ts';

const worstOf = (...shifts: [at: number, value: number, hadRecentInput?: boolean][]): number => {
  const watch = createLayoutShifts();
  for (const [startTime, value, hadRecentInput = false] of shifts)
    watch.add({ startTime, value, hadRecentInput } as LayoutShift);
  return watch.worst();
};

it.each([
  ['returns 0 without shifts', [], 0],
  [
    'joins shifts within a second into one burst',
    [
      [0, 0.1],
      [900, 0.1],
      [1_800, 0.1],
    ],
    0.3,
  ],
  [
    'starts a burst after a second without shifts',
    [
      [0, 0.1],
      [1_000, 0.15],
    ],
    0.15,
  ],
  [
    'ends a burst after five seconds',
    [
      [0, 0.1],
      [999, 0.1],
      [1_998, 0.1],
      [2_997, 0.1],
      [3_996, 0.1],
      [4_995, 0.1],
      [5_000, 0.1],
    ],
    0.6,
  ],
  [
    'returns the worst burst, not the last',
    [
      [0, 0.3],
      [9_000, 0.1],
    ],
    0.3,
  ],
  [
    'ignores shifts after an input',
    [
      [0, 0.1, true],
      [10, 0.05],
    ],
    0.05,
  ],
  ['rounds to four decimal places', [[0, 0.123_456]], 0.1235],
] as const)('%s', (_, shifts, worst) => {
  expect(worstOf(...(shifts as never as Parameters<typeof worstOf>))).toBe(worst);
});
