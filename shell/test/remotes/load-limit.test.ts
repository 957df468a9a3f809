import { expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { LoadTimeout, tryTwice, withinLimit } from '../../src/remotes/load-limit.ts';

it('code has four seconds to load', async () => {
  const clock = fakeClock();
  const failed = withinLimit(new Promise(() => {}), 'The code', clock.setTimeout).catch(
    (error: Error) => error,
  );
  await clock.advance(4000);
  expect(await failed).toMatchObject({
    name: 'LoadTimeout',
    message: 'The code did not load within 4000 ms',
  });
});

it('code that comes in time is not held up', async () => {
  expect(await withinLimit(Promise.resolve('code'), 'The code', fakeClock().setTimeout)).toBe('code');
});

it.each([
  ['after a failure once more', [new Error('one'), 'code'], 'code', 2],
  ['and fails with what the first try said', [new Error('one'), new Error('two')], 'one', 2],
  ['not after a time that is over', [new LoadTimeout('slow'), 'code'], 'slow', 1],
])('code is tried %s', async (_, answers, outcome, tries) => {
  let tried = 0;
  const load = async (): Promise<unknown> => {
    const answer = answers[tried++];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  expect(await tryTwice(load).catch((error: Error) => error.message)).toBe(outcome);
  expect(tried).toBe(tries);
});
