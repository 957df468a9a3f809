import { expect, test } from 'vitest';
import { createChildWatch, readUsage, type Usage } from '../../src/render/watch-child.ts';

/** Looks once for each of these. @returns why it was to be ended, if at all. */
async function ends(looks: (Usage & { busy?: boolean })[]): Promise<string[]> {
  const reasons: string[] = [];
  let at = 0;
  const look = createChildWatch({
    pid: 1,
    memoryBytes: 100,
    isBusy: () => looks[at]!.busy ?? false,
    end: (reason) => void reasons.push(reason),
    read: async () => looks[at],
  });
  for (; at < looks.length; at++) await look();
  return reasons;
}
const used = (cpuMs: number, busy = false): Usage & { busy: boolean } => ({ memory: 1, cpuMs, busy });

test('memory over the limit, and half of it again, ends a process', async () => {
  expect(await ends([{ memory: 150, cpuMs: 0 }])).toEqual([]);
  expect(await ends([{ memory: 151, cpuMs: 0 }])).toEqual([expect.stringContaining('memory')]);
});

test.each([
  ['rests between calls', [used(0), used(100), used(900)], 0],
  ['works while it is asked', [used(0, true), used(5_000, true), used(9_000, true)], 0],
  ['works a long time for a call, and then rests', [used(0, true), used(9_000), used(9_900)], 0],
  ['works on when nobody asks', [used(0), used(600), used(1_100)], 1],
  ['works on after a call', [used(0, true), used(3_000), used(4_100)], 1],
])('a process that %s: %#', async (_, looks, ended) => {
  expect(await ends(looks)).toHaveLength(ended);
});

test('memory and time of a process are the system’s', async () => {
  const usage = await readUsage(process.pid);
  expect(usage!.memory).toBeGreaterThan(10_000_000);
  expect(usage!.cpuMs).toBeGreaterThan(0);
  expect(await readUsage(2 ** 22 + 1)).toBeUndefined();
});
