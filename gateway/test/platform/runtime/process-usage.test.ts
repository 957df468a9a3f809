import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import {
  createIdleWorkWatch,
  readProcessorTime,
  readUsage,
} from '../../../src/platform/runtime/process-usage.ts';

/** Processor time and time during calls, both in total and in ms. */
type Look = [cpuMs: number, callsMs: number];
const steady = (count: number, cpuMs: number, callsMs: number): Look[] =>
  Array.from({ length: count }, (_, index) => [index * cpuMs, index * callsMs]);

test.each<[string, boolean, Look[]]>([
  ['rests between calls', false, steady(1_000, 10, 0)],
  ['works during calls', false, steady(20, 500, 500)],
  ['gets many short calls', false, steady(1_000, 300, 250)],
  ['collects garbage beside many calls', false, steady(1_000, 550, 400)],
  [
    'collects garbage after a call',
    false,
    [
      [0, 0],
      [500, 500],
      [900, 500],
      [910, 500],
    ],
  ],
  ['works without a call', true, steady(4, 400, 0)],
  [
    'works after a call',
    true,
    [
      [0, 0],
      [500, 500],
      [1_000, 500],
      [1_510, 500],
    ],
  ],
  ['works between frequent short calls', true, steady(4, 500, 50)],
  ['works on a busy machine', true, steady(14, 80, 0)],
  [
    'gets calls while the clock is set back',
    false,
    [
      [0, 9_000],
      [500, 1_000],
      [510, 1_000],
    ],
  ],
])('idle work is detected of a process that %s: %s', (_, expected, looks) => {
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

test.each([
  ['in a loop', 'for (;;);', true],
  ['waiting for a timer', 'setTimeout(() => {}, 1e6);', false],
])('readUsage returns whether a process that is %s could run', async (_, code, expected) => {
  const child = spawn(process.execPath, ['-e', `require('fs').writeSync(1, 'started'); ${code}`]);
  try {
    await once(child.stdout, 'data');
    await expect.poll(() => readUsage(child.pid!)!.isHeldUp, { timeout: 20_000 }).toBe(expected);
  } finally {
    child.kill('SIGKILL');
  }
});

test('Linux tells the processor time of a process, and none of a process that does not exist', () => {
  const time = readProcessorTime(process.pid);
  if (process.platform === 'linux') {
    expect(time!.ran).toBeGreaterThan(0);
    expect(time!.waited).toBeGreaterThan(0);
  }
  expect(readProcessorTime(2 ** 30)).toBeUndefined();
});
