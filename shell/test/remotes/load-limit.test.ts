import { expect, it } from 'vitest';
import { LoadTimeout, tryTwice } from '../../src/remotes/load-limit.ts';

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
