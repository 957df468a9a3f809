import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  createVirtualTime,
  type VirtualTime,
} from '../../../../../src/releasing/admission/hydration/child/virtual-time.ts';

function start(): { time: VirtualTime; errors: unknown[]; calls: string[]; call(text: string): () => void } {
  const errors: unknown[] = [];
  const calls: string[] = [];
  const time = createVirtualTime({
    turn: () => turn(),
    onError: (error) => errors.push(error),
  });
  return { time, errors, calls, call: (text) => () => void calls.push(`${text} at ${time.now()}`) };
}

test('due callbacks run in order, and no real time passes', async () => {
  const { time, calls, call } = start();
  time.set(call('later'), 4_000);
  time.set(call('second'), 5);
  time.set(() => {
    call('first')();
    time.set(call('after the first'));
  });
  expect(await time.run(() => 8_000)).toBe(true);
  expect(calls).toEqual(['first at 0', 'after the first at 0', 'second at 5', 'later at 4000']);
});

test('promises settle before the time advances', async () => {
  const { time, calls, call } = start();
  time.set(call('timer'), 1);
  void (async () => {
    for (let times = 0; times < 50; times++) await Promise.resolve();
    call('promise')();
  })();
  await time.run(() => 10);
  expect(calls).toEqual(['promise at 0', 'timer at 1']);
});

test('callbacks after the end and cleared callbacks do not run', async () => {
  const { time, calls, call } = start();
  time.set(call('poll'), 3_600_000);
  time.clear(time.set(call('cleared'), 1));
  expect(await time.run(() => 600)).toBe(true);
  expect(calls).toEqual([]);
});

test('an interval repeats until it is cleared', async () => {
  const { time, calls, call } = start();
  const id = time.set(
    () => {
      call('tick')();
      if (calls.length === 3) time.clear(id);
    },
    10,
    true,
  );
  await time.run(() => 1_000);
  expect(calls).toEqual(['tick at 10', 'tick at 20', 'tick at 30']);
});

test('a callback that throws is reported, and the next one runs', async () => {
  const { time, errors, calls, call } = start();
  time.set(() => {
    throw new Error('boom');
  });
  time.set(call('next'), 1);
  await time.run(() => 10);
  expect([errors, calls]).toEqual([[new Error('boom')], ['next at 1']]);
});

test('endless work at one moment is detected; endless frames are allowed', async () => {
  const { time } = start();
  const frame = (): void => void time.set(frame, 16);
  frame();
  expect(await time.run(() => 10_000)).toBe(true);
  const again = (): void => void time.set(again);
  again();
  expect(await time.run(() => 20_000)).toBe(false);
});
