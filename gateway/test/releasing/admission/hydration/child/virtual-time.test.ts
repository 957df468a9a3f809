import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  createVirtualTime,
  type VirtualTime,
} from '../../../../../src/releasing/admission/hydration/child/virtual-time.ts';

function start(): { time: VirtualTime; errors: unknown[]; said: string[]; say(text: string): () => void } {
  const errors: unknown[] = [];
  const said: string[] = [];
  const time = createVirtualTime({
    turn: () => turn(),
    onError: (error) => errors.push(error),
  });
  return { time, errors, said, say: (text) => () => void said.push(`${text} at ${time.now()}`) };
}

test('due callbacks run in order, and no real time passes', async () => {
  const { time, said, say } = start();
  time.set(say('later'), 4_000);
  time.set(say('second'), 5);
  time.set(() => {
    say('first')();
    time.set(say('after the first'));
  });
  expect(await time.run(() => 8_000)).toBe(true);
  expect(said).toEqual(['first at 0', 'after the first at 0', 'second at 5', 'later at 4000']);
});

test('promises settle before time goes on', async () => {
  const { time, said, say } = start();
  time.set(say('timer'), 1);
  void (async () => {
    for (let times = 0; times < 50; times++) await Promise.resolve();
    say('promise')();
  })();
  await time.run(() => 10);
  expect(said).toEqual(['promise at 0', 'timer at 1']);
});

test('callbacks after the end and cleared callbacks do not run', async () => {
  const { time, said, say } = start();
  time.set(say('poll'), 3_600_000);
  time.clear(time.set(say('called off'), 1));
  expect(await time.run(() => 600)).toBe(true);
  expect(said).toEqual([]);
});

test('an interval goes on until it is cleared', async () => {
  const { time, said, say } = start();
  const id = time.set(
    () => {
      say('tick')();
      if (said.length === 3) time.clear(id);
    },
    10,
    true,
  );
  await time.run(() => 1_000);
  expect(said).toEqual(['tick at 10', 'tick at 20', 'tick at 30']);
});

test('a callback that throws is reported, and the next one runs', async () => {
  const { time, errors, said, say } = start();
  time.set(() => {
    throw new Error('boom');
  });
  time.set(say('next'), 1);
  await time.run(() => 10);
  expect([errors, said]).toEqual([[new Error('boom')], ['next at 1']]);
});

test('endless work at one time is detected; endless frames are not', async () => {
  const { time } = start();
  const frame = (): void => void time.set(frame, 16);
  frame();
  expect(await time.run(() => 10_000)).toBe(true);
  const again = (): void => void time.set(again);
  again();
  expect(await time.run(() => 20_000)).toBe(false);
});
