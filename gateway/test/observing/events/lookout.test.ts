import { expect, test } from 'vitest';
import { startLookout } from '../../../src/observing/events/lookout.ts';

/** A lookout whose time comes when the test says so, and whose looks end when it says so. */
function playedLookout() {
  const events: unknown[] = [];
  const looks: PromiseWithResolvers<number>[] = [];
  let isTime = (): void => {};
  const stop = startLookout({
    look() {
      const answer = Promise.withResolvers<number>();
      looks.push(answer);
      return answer.promise;
    },
    every(callback) {
      isTime = callback;
      return () => events.push('no more');
    },
    found: () => events.push('found'),
    failed: (error) => events.push(error),
  });
  return { events, looks, isTime: () => isTime(), stop };
}

test('its end waits for a look that is under way', async () => {
  const { events, looks, isTime, stop } = playedLookout();
  isTime();
  const ended = stop().then(() => events.push('ended'));
  await Promise.resolve();
  expect(events).toEqual(['no more']);
  looks[0]!.resolve(1);
  await ended;
  expect(events).toEqual(['no more', 'found', 'ended']);
});

test('there is one look at a time, and another one after it, also when it failed', async () => {
  const { events, looks, isTime, stop } = playedLookout();
  isTime();
  isTime();
  expect(looks.length).toBe(1);
  looks[0]!.reject('no database');
  await looks[0]!.promise.catch(() => {});
  await stop();
  isTime();
  expect(looks.length).toBe(2);
  looks[1]!.resolve(0);
  await stop();
  expect(events).toEqual(['no database', 'no more', 'no more']);
});
