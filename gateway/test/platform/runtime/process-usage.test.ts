import { expect, test } from 'vitest';
import { createIdleWorkWatch, readUsage } from '../../../src/platform/runtime/process-usage.ts';

/** Processor time and time that calls were with the process, both so far and in ms. */
type Look = [cpuMs: number, callsMs: number];
const steady = (count: number, cpuMs: number, callsMs: number): Look[] =>
  Array.from({ length: count }, (_, index) => [index * cpuMs, index * callsMs]);

test.each<[string, Look[], boolean]>([
  ['rests between calls', steady(1_000, 10, 0), false],
  ['works while it is asked', steady(20, 500, 500), false],
  ['is asked again and again, for a moment each time', steady(1_000, 300, 250), false],
  ['collects garbage beside many calls', steady(1_000, 550, 400), false],
  [
    'collects garbage after a call',
    [
      [0, 0],
      [500, 500],
      [900, 500],
      [910, 500],
    ],
    false,
  ],
  ['works on when nobody asks', steady(4, 400, 0), true],
  [
    'works on after a call',
    [
      [0, 0],
      [500, 500],
      [1_000, 500],
      [1_510, 500],
    ],
    true,
  ],
  ['works on between calls that are made all the time', steady(4, 500, 50), true],
  ['works on beside others who want the processor', steady(14, 80, 0), true],
  [
    'is asked while the clock is set back',
    [
      [0, 9_000],
      [500, 1_000],
      [510, 1_000],
    ],
    false,
  ],
])('a process that %s: %#', (_, looks, expected) => {
  const worksUnasked = createIdleWorkWatch();
  expect(looks.map((look) => worksUnasked(...look)).includes(true)).toBe(expected);
});

test('memory and time of a process are the system’s', () => {
  const usage = readUsage(process.pid);
  expect(usage!.memory).toBeGreaterThan(10_000_000);
  // The pages of Node's own file, at least, are in the one figure alone.
  expect(usage!.memory).toBeLessThan(process.memoryUsage().rss - 10_000_000);
  expect(usage!.cpuMs).toBeGreaterThan(0);
  expect(readUsage(2 ** 22 + 1)).toBeUndefined();
});
