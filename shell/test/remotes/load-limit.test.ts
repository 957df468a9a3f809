import { expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { LoadTimeout, tryTwice, withinLimit } from '../../src/remotes/load-limit.ts';

it('withinLimit rejects after four seconds', async () => {
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

it('withinLimit resolves code in time', async () => {
  expect(await withinLimit(Promise.resolve('code'), 'The code', fakeClock().setTimeout)).toBe('code');
});

it.each([
  ['once more after a failure', [new Error('one'), 'code'], 'code', 2],
  ['and fails with the first error', [new Error('one'), new Error('two')], 'one', 2],
  ['not again after a timeout', [new LoadTimeout('slow'), 'code'], 'slow', 1],
])('tryTwice loads %s', async (_, answers, outcome, tries) => {
  let attempts = 0;
  const load = async (): Promise<unknown> => {
    const answer = answers[attempts++];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  expect(await tryTwice(load).catch((error: Error) => error.message)).toBe(outcome);
  expect(attempts).toBe(tries);
});
