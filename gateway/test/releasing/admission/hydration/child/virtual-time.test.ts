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

test('endless work at one moment is detected; endless frames are allowed', async () => {
  const { time } = start();
  const frame = (): void => void time.set(frame, 16);
  frame();
  expect(await time.run(() => 10_000)).toBe(true);
  const again = (): void => void time.set(again);
  again();
  expect(await time.run(() => 20_000)).toBe(false);
});
