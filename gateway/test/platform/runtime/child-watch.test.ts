import { expect, test } from 'vitest';
import {
  type CallLimits,
  type ChildFault,
  createChildWatch,
} from '../../../src/platform/runtime/child-watch.ts';

/** A watch of a process whose usage the test decides. */
function watched() {
  const usage = { memory: 0, cpuMs: 50_000 }; // of its start
  let time = 0;
  const watch = createChildWatch({ anonymousBytes: 1_000, now: () => (time += 10_000) });
  /** @returns the first reason to end it within so many looks, each after `cpuMs` of processor time. */
  const works = (looks: number, cpuMs: number, calls: CallLimits[]): string | undefined =>
    lookFor(looks, cpuMs, calls)?.reason;
  const lookFor = (looks: number, cpuMs: number, calls: CallLimits[]): ChildFault | undefined => {
    for (let at = 0; at < looks; at++) {
      usage.cpuMs += cpuMs;
      const fault = watch.look(usage, calls);
      if (fault) return fault;
    }
    return undefined;
  };
  return { watch, usage, works, lookFor };
}

test('a process that works without an answer is ended, and one that answers is not', () => {
  const { watch, works } = watched();
  const limits = { workMs: 2_000 };
  watch.isBusy(true);
  expect(works(5, 450, [limits, limits])).toBeUndefined();
  for (let answers = 0; answers < 3; answers++) {
    watch.heard();
    expect(works(5, 450, [limits])).toBeUndefined();
  }
  expect(works(1, 450, [limits])).toBe('it used 2000 ms of the processor without an answer');
});

test('the time of earlier calls and of the load does not count', () => {
  const { watch, usage, works } = watched();
  watch.isBusy(true);
  expect(works(4, 450, [{ workMs: 2_000 }])).toBeUndefined();
  watch.isBusy(false);
  expect(watch.look(usage, [])).toBeUndefined();
  watch.isBusy(true);
  expect(works(5, 450, [{ workMs: 2_000 }])).toBeUndefined();
});

test.each<[string, object, CallLimits, number, number, RegExp | undefined]>([
  ['exceeds its memory', { memory: 1_001 }, {}, 1, 0, /more than 1000 bytes of memory/],
  ['uses all of its memory', { memory: 1_000 }, {}, 1, 0, undefined],
  ['exceeds its processor time', {}, { workMs: 4_000 }, 10, 500, /4000 ms of the processor/],
  ['uses all of its processor time', {}, { workMs: 4_000 }, 9, 500, undefined],
  ['is idle for too long', {}, { idleMs: 30_000 }, 62, 0, /did nothing for 30000 ms/],
  ['never gets the processor', { isHeldUp: true }, { idleMs: 30_000 }, 500, 0, undefined],
  ['seldom gets the processor', {}, { idleMs: 30_000 }, 500, 10, undefined],
])('a process is or is not ended when it %s during a call', (_, change, limits, looks, cpuMs, reason) => {
  const { watch, usage, works } = watched();
  watch.isBusy(true);
  Object.assign(usage, change);
  const found = works(looks, cpuMs, [limits]);
  if (reason) expect(found).toMatch(reason);
  else expect(found).toBeUndefined();
});

test('without the usage of the process, a call without an answer is idle', () => {
  const { watch } = watched();
  watch.isBusy(true);
  const looks = Array.from({ length: 62 }, () => watch.look(undefined, [{ idleMs: 30_000 }]));
  expect(looks.at(-2)).toBeUndefined();
  expect(looks.at(-1)?.reason).toBe('it did nothing for 30000 ms during a call');
});

test('only code that runs for too long may be in a loop', () => {
  const { watch, usage, lookFor } = watched();
  watch.isBusy(true);
  expect(lookFor(3, 100, [{ workMs: 2_000 }])).toBeUndefined();
  expect([watch.isWorking(usage, 10_000), watch.isWorking(usage, 10_001)]).toEqual([true, false]);
  usage.cpuMs += 10;
  expect(watch.isWorking(usage, 10_500)).toBe(true);
  watch.heard();
  expect([watch.isWorking(usage, 10_500), watch.isWorking(undefined, 10_500)]).toEqual([false, false]);
  expect(lookFor(9, 450, [{ workMs: 2_000 }])).toMatchObject({ isWorking: true });
  expect(lookFor(62, 0, [{ idleMs: 30_000 }])).toMatchObject({ isWorking: false });
});

test('a process that works between calls is ended', () => {
  const { watch, works } = watched();
  watch.isBusy(true);
  watch.heard();
  watch.isBusy(false);
  expect(works(5, 500, [])).toBe('it worked without a call');
});
