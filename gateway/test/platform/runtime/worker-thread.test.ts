import path from 'node:path';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkerThread } from '../../../src/platform/runtime/worker-thread.ts';

interface Task {
  name?: string;
  fails?: string;
  gate?: Int32Array;
}

/** A gate that the thread waits at. */
function closedGate() {
  const gate = new Int32Array(new SharedArrayBuffer(8));
  return {
    gate,
    async reached() {
      await Atomics.waitAsync(gate, 1, 0).value;
    },
    open() {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
  };
}

/** @param share of its time in which the process has a processor. */
function openThread(blocks = false, mostWaiting?: number, share = 1) {
  const clock = fakeClock();
  const thread = createWorkerThread<Task, { thread: number; name: string }>({
    module: path.resolve(import.meta.dirname, '../../fixtures/thread-work.mjs'),
    name: 'work',
    ...(mostWaiting !== undefined && { mostWaiting }),
    limit: {
      ms: 1_000,
      reason: 'it takes too long',
      blocks,
      after(ms, callback) {
        const id = clock.setTimeout(callback, ms);
        return () => clock.clearTimeout(id);
      },
      ran: () => clock.now() * share,
    },
  });
  onTestFinished(thread.end);
  return { ...thread, clock };
}

test('calls run in their order in one thread, and an error fails one call only', async () => {
  const { run, clock } = openThread();
  const calls = [run({ name: 'a' }), run({ fails: 'no' }).catch(String), run({ name: 'b' })];
  const [first, failed, last] = await Promise.all(calls);
  expect([first, last]).toMatchObject([{ name: 'a' }, { name: 'b' }]);
  expect(first).toMatchObject({ thread: (last as { thread: number }).thread });
  expect(failed).toBe('Error: no');
  expect(clock.pending()).toBe(0);
});

test('a call that exceeds its limit ends the thread, and the next one runs in another', async () => {
  const { run, clock } = openThread();
  const { thread } = await run({});
  const { gate, reached } = closedGate();
  const [slow, next] = [run({ gate }).catch(String), run({})];
  await reached();
  await clock.advance(1_000);
  expect(await slow).toBe('Error: it takes too long');
  expect((await next).thread).not.toBe(thread);
});

test.each([
  ['half of its time', 0.5, 2],
  ['a third of its time', 1 / 3, 3],
  ['no time', 0, 10],
])('a call whose process has a processor for %s ends after %s × %i limits', async (_, share, limits) => {
  const { run, clock } = openThread(false, undefined, share);
  const { gate, reached } = closedGate();
  let answer = '';
  const slow = run({ gate }).catch((error: unknown) => (answer = String(error)));
  await reached();
  await clock.advance(limits * 1_000 - 1);
  expect(answer).toBe('');
  await clock.advance(1);
  await slow;
  expect(answer).toBe('Error: it takes too long');
});

test('while a call blocks in the operating system, all others fail, and calls run again afterwards', async () => {
  const { run, clock } = openThread(true);
  const { gate, reached, open } = closedGate();
  const calls = [run({ gate }), run({}), run({})].map((call) => call.catch(String));
  await reached();
  await clock.advance(1_000);
  expect(await Promise.all(calls)).toEqual(Array(3).fill('Error: it takes too long'));
  await expect(run({})).rejects.toThrow('it takes too long');
  open();
  await expect.poll(() => run({ name: 'back' })).toMatchObject({ name: 'back' });
});

test('a call is refused while the maximum of calls waits', async () => {
  const { run } = openThread(false, 1);
  const { gate, reached, open } = closedGate();
  const calls = [run({ gate }), run({ name: 'b' })];
  await reached();
  await expect(run({})).rejects.toThrow('1 calls wait already');
  open();
  expect(await Promise.all(calls)).toMatchObject([{}, { name: 'b' }]);
  expect(await run({ name: 'c' })).toMatchObject({ name: 'c' });
});

test('the end fails the current call and all later ones', async () => {
  const { run, end } = openThread();
  const { gate, reached } = closedGate();
  const calls = [run({ gate }), run({})].map((call) => call.catch(String));
  await reached();
  end();
  expect(await Promise.all(calls)).toEqual(Array(2).fill('Error: the thread has ended'));
  await expect(run({})).rejects.toThrow('the thread has ended');
});

test('a module that does not load fails the call', async () => {
  const { run, end } = createWorkerThread({ module: '/nowhere.mjs', name: 'work' });
  onTestFinished(end);
  await expect(run({})).rejects.toThrow('nowhere.mjs');
});
