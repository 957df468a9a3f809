import { expect, test } from 'vitest';
import { createCoalescingRunner, createMutex } from '../../../src/platform/runtime/one-at-a-time.ts';

test('a mutex runs calls one after the other, in their order', async () => {
  const turn = createMutex();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turn(async () => {
    seen.push('first begins');
    await gate.promise;
    seen.push('first ends');
  });
  const second = turn(async () => seen.push('second'));
  await Promise.resolve();
  expect(seen).toEqual(['first begins']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(seen).toEqual(['first begins', 'first ends', 'second']);
});

test('a failure rejects its own call only', async () => {
  const turn = createMutex();
  const failing = turn(() => Promise.reject(new Error('no')));
  const next = turn(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

/** Work whose runs the test ends. */
function manualWork() {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = (): Promise<void> => {
    runs.push(Promise.withResolvers<void>());
    return runs.at(-1)!.promise;
  };
  return { runs, runner: createCoalescingRunner(work) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('calls during a run share one further run, which begins after them', async () => {
  const { runs, runner } = manualWork();
  const first = runner.run();
  const settled: string[] = [];
  const later = [runner.run(), runner.run()].map((one) => one.then(() => settled.push('later')));
  runs[0]!.resolve();
  await first;
  await turn();
  expect([runs.length, settled]).toEqual([2, []]);
  runs[1]!.resolve();
  await Promise.all(later);
  expect(runs).toHaveLength(2);
});

test('a failure reaches the callers of that run only', async () => {
  const { runs, runner } = manualWork();
  const first = runner.run();
  const second = runner.run();
  runs[0]!.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  runs[1]!.resolve();
  await expect(second).resolves.toBeUndefined();
});

test('close waits for the current run and begins no other', async () => {
  const { runs, runner } = manualWork();
  const first = runner.run();
  const second = runner.run();
  const closed = runner.close();
  runs[0]!.resolve();
  await Promise.all([first, second, closed]);
  await runner.run();
  expect(runs).toHaveLength(1);
});
