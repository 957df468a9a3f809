import { expect, it } from 'vitest';
import { untilAborted } from '../../src/cli/command-context.ts';

it('waits for the signal, and for none that has come', async () => {
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
