import { expect, test } from 'vitest';
import { freezeOf } from '../../../src/releasing/activation/holds.ts';
import { setUpParts } from '../../fixtures/test-changes.ts';

const FREEZE = { by: 'bob', at: 5, reason: 'the fair' };

test('an app is held by its pin, any app by the freeze, and the freeze is named first', async () => {
  const { holds } = await setUpParts();
  expect(await holds.of('docs')).toBeUndefined();
  await holds.pin('docs', 'ada');
  expect(await holds.of('docs')).toEqual({ by: 'pin', reason: 'docs is pinned by ada' });
  expect([await holds.isPinned('docs'), await holds.isPinned('news')]).toEqual([true, false]);
  expect(await holds.first([{ app: 'news' }, { app: 'docs' }])).toMatchObject({ by: 'pin' });
  await holds.writeFreeze(FREEZE);
  expect(await holds.of('news')).toEqual({ by: 'freeze', reason: 'the site is frozen by bob: the fair' });
  expect(await holds.of('docs')).toMatchObject({ by: 'freeze' });
  await holds.writeFreeze(undefined);
  await holds.unpin('docs');
  expect(await holds.first([{ app: 'news' }, { app: 'docs' }])).toBeUndefined();
});

test('a freeze is read as it was written, also by those who have the store alone', async () => {
  const { holds, state } = await setUpParts();
  expect(await holds.readFreeze()).toBeUndefined();
  await holds.writeFreeze(FREEZE);
  expect([await holds.readFreeze(), await freezeOf(state)]).toEqual([FREEZE, FREEZE]);
});
