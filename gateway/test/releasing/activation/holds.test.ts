import { expect, test } from 'vitest';
import { freezeOf, holdOn, isPinned, setFreeze } from '../../../src/releasing/activation/holds.ts';
import { setUpParts } from '../../fixtures/test-changes.ts';

const FREEZE = { by: 'bob', at: 5, reason: 'the fair' };

test('a pin holds its app, a freeze holds every app, and a freeze is named first', async () => {
  const { state } = await setUpParts();
  expect(await holdOn(state, ['docs'])).toBeUndefined();
  await state.pin({ app: 'docs', actor: 'ada', at: 1 });
  expect([await isPinned(state, 'docs'), await isPinned(state, 'news')]).toEqual([true, false]);
  expect(await holdOn(state, ['news', 'docs'])).toEqual({ by: 'pin', reason: 'docs is pinned by ada' });
  expect(await holdOn(state, ['news'])).toBeUndefined();
  await setFreeze(state, FREEZE);
  expect(await freezeOf(state)).toEqual(FREEZE);
  const frozen = { by: 'freeze', reason: 'the site is frozen by bob: the fair' };
  expect([await holdOn(state, ['docs']), await holdOn(state, [])]).toEqual([frozen, undefined]);
  await setFreeze(state, undefined);
  expect(await freezeOf(state)).toBeUndefined();
});
