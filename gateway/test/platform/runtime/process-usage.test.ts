import { expect, test } from 'vitest';
import { createIdleWorkWatch, readUsage } from '../../../src/platform/runtime/process-usage.ts';

/** Processor time and time during calls, both in total and in ms. */
type Look = [cpuMs: number, callsMs: number];
const steady = (count: number, cpuMs: number, callsMs: number): Look[] =>
  Array.from({ length: count }, (_, index) => [index * cpuMs, index * callsMs]);

test.each<[string, Look[], boolean]>([
  ['rests between calls', steady(1_000, 10, 0), false],
  ['works during calls', steady(20, 500, 500), false],
  ['gets many short calls', steady(1_000, 300, 250), false],
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
  ['works without a call', steady(4, 400, 0), true],
  [
    'works after a call',
    [
      [0, 0],
      [500, 500],
      [1_000, 500],
      [1_510, 500],
    ],
    true,
  ],
  ['works between frequent short calls', steady(4, 500, 50), true],
  ['works on a busy machine', steady(14, 80, 0), true],
  [
    'gets calls while the clock is set back',
    [
      [0, 9_000],
      [500, 1_000],
      [510, 1_000],
    ],
    false,
  ],
])('idle work is or is not detected of a process that %s', (_, looks, expected) => {
  const worksUnasked = createIdleWorkWatch();
  expect(looks.map((look) => worksUnasked(...look)).includes(true)).toBe(expected);
});

test('readUsage returns memory and processor time of a process', () => {
  const usage = readUsage(process.pid);
  expect(usage!.memory).toBeGreaterThan(10_000_000);
  // Only the resident set has the pages of Node's executable.
  expect(usage!.memory).toBeLessThan(process.memoryUsage().rss - 10_000_000);
  expect(usage!.cpuMs).toBeGreaterThan(0);
  expect(readUsage(2 ** 22 + 1)).toBeUndefined();
});
