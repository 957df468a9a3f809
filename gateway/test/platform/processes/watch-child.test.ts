import { expect, test } from 'vitest';
import { createChildWatch, readUsage, type Usage } from '../../../src/platform/processes/watch-child.ts';

interface Look extends Usage {
  /** See WatchOptions.askedMs. */
  asked?: number;
}

/** Looks once for each of these. @returns why it was to be ended, if at all. */
function ends(looks: Look[], mostCpuMs?: (at: number) => number | undefined): string[] {
  const reasons: string[] = [];
  let at = 0;
  const look = createChildWatch({
    pid: 1,
    memoryBytes: 100,
    askedMs: () => looks[at]!.asked ?? 0,
    ...(mostCpuMs && { mostCpuMs: () => mostCpuMs(at) }),
    end: (reason) => void reasons.push(reason),
    read: () => looks[at],
  });
  for (; at < looks.length; at++) look();
  return reasons;
}
const used = (cpuMs: number, asked = 0): Look => ({ memory: 1, cpuMs, asked });
/** Looks at a process that uses and is asked for as much each time. */
const steady = (count: number, cpuMs: number, asked: number): Look[] =>
  Array.from({ length: count }, (_, index) => used(index * cpuMs, index * asked));

test('memory over the limit, and half of it again, ends a process', () => {
  expect(ends([{ memory: 150, cpuMs: 0 }])).toEqual([]);
  expect(ends([{ memory: 151, cpuMs: 0 }])).toEqual([expect.stringContaining('memory')]);
});

test.each([
  ['rests between calls', steady(1_000, 10, 0), 0],
  ['works while it is asked', steady(20, 500, 500), 0],
  ['is asked again and again, for a moment each time', steady(1_000, 300, 250), 0],
  ['collects garbage beside many calls', steady(1_000, 550, 400), 0],
  ['collects garbage after a call', [used(0), used(500, 500), used(900, 500), used(910, 500)], 0],
  ['works on when nobody asks', steady(4, 400, 0), 1],
  ['works on after a call', [used(0), used(500, 500), used(1_000, 500), used(1_510, 500)], 1],
  ['works on between calls that are made all the time', steady(4, 500, 50), 1],
  ['works on beside others who want the processor', steady(14, 80, 0), 1],
  ['is asked while the clock is set back', [used(0, 9_000), used(500, 1_000), used(510, 1_000)], 0],
])('a process that %s: %#', (_, looks, ended) => {
  expect(ends(looks)).toHaveLength(ended);
});

test.each([
  ['that takes more of the processor until it is loaded is ended', steady(6, 500, 500), () => 2_000, 1],
  ['is not, however long it waits for the processor', steady(500, 4, 500), () => 2_000, 0],
  [
    'is not for what it does when it is loaded',
    steady(20, 500, 500),
    (at: number) => (at < 4 ? 2_000 : undefined),
    0,
  ],
])('a process %s', (_, looks, most, ended) => {
  expect(ends(looks, most)).toHaveLength(ended);
});

test('memory and time of a process are the system’s', () => {
  const usage = readUsage(process.pid);
  expect(usage!.memory).toBeGreaterThan(10_000_000);
  expect(usage!.cpuMs).toBeGreaterThan(0);
  expect(readUsage(2 ** 22 + 1)).toBeUndefined();
});
