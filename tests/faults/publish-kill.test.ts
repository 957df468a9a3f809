import { expect, test } from 'vitest';
import { isShort } from './fault-form.ts';
import { killWhilePublishing } from './kill-while-publishing.ts';

/** Three are too few to meet every instant. No source is reachable: the gateway starts from its own disk. */
const ROUNDS = isShort ? 3 : 50;

test('a gateway killed while it takes a release starts again whole, with all that it acknowledged', async () => {
  const tally = await killWhilePublishing(ROUNDS);
  console.log(`${ROUNDS} × kill -9: ${JSON.stringify(tally)}`);
  const { before, after, lost, mixed } = tally;
  expect({ lost, mixed, whole: before + after }).toEqual({ lost: 0, mixed: 0, whole: ROUNDS });
});
