import { expect, it } from 'vitest';
import { untilAborted } from '../../src/cli/command-context.ts';

it('resolves when the signal aborts, and immediately when it is aborted already', async () => {
  const ending = new AbortController();
  let ended = false;
  const waiting = untilAborted(ending.signal).then(() => (ended = true));
  await Promise.resolve();
  expect(ended).toBe(false);
  ending.abort();
  await waiting;
  expect(ended).toBe(true);
  await untilAborted(ending.signal);
});
