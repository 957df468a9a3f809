import { expect, test } from 'vitest';
import { killWhilePublishing } from './kill-while-publishing.ts';

/** Too few to meet every instant: `npm run fault -- publish-kill` has 50. */
const ROUNDS = 3;

test('a gateway killed while it takes a release starts again whole, with all that it acknowledged', async () => {
  const { before, after, lost, mixed } = await killWhilePublishing(ROUNDS);
  expect({ lost, mixed, whole: before + after }).toEqual({ lost: 0, mixed: 0, whole: ROUNDS });
});
