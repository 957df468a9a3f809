import { expect, test } from 'vitest';
import { isShort } from './fault-form.ts';
import { killWhilePublishing } from './kill-while-publishing.ts';

/** Three rounds meet few instants. No source is reachable, so the gateway starts from its own disk. */
const ROUNDS = isShort ? 3 : 50;

test('a gateway that is killed while it receives a release restarts with a complete composition and all acknowledged releases', async () => {
  const tally = await killWhilePublishing(ROUNDS);
  console.log(`${ROUNDS} × kill -9: ${JSON.stringify(tally)}`);
  const { before, after, lost, mixed } = tally;
  expect({ lost, mixed, whole: before + after }).toEqual({ lost: 0, mixed: 0, whole: ROUNDS });
});
