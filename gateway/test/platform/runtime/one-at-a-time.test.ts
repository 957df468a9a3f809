import { expect, test } from 'vitest';
import { createCoalescingRunner } from '../../../src/platform/runtime/one-at-a-time.ts';

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
