import { expect, test } from 'vitest';
import { firstHold, freezeOf } from '../../../src/releasing/activation/holds.ts';
import { version } from '../../fixtures/fixture-release.ts';
import { setUpParts } from '../../fixtures/test-changes.ts';

const FREEZE = { by: 'bob', at: 5, reason: 'the fair' };

test('an app is held by its pin, any app by the freeze, and the freeze is named first', async () => {
  const { parts } = await setUpParts();
  const { holds } = parts;
  expect(await holds.of('docs')).toBeUndefined();
  await holds.pin('docs', 'ada');
  expect(await holds.of('docs')).toEqual({ by: 'pin', reason: 'docs is pinned by ada' });
  expect([await holds.isPinned('docs'), await holds.isPinned('news')]).toEqual([true, false]);
  expect(await firstHold(holds, [{ app: 'news' }, { app: 'docs' }])).toMatchObject({ by: 'pin' });
  await holds.writeFreeze(FREEZE);
  expect(await holds.of('news')).toEqual({ by: 'freeze', reason: 'the site is frozen by bob: the fair' });
  expect(await holds.of('docs')).toMatchObject({ by: 'freeze' });
  await holds.writeFreeze(undefined);
  await holds.unpin('docs');
  expect(await firstHold(holds, [{ app: 'news' }, { app: 'docs' }])).toBeUndefined();
});

test('a freeze is read as it was written, also by those who have the store alone', async () => {
  const { parts, state } = await setUpParts();
  expect(await parts.holds.readFreeze()).toBeUndefined();
  await parts.holds.writeFreeze(FREEZE);
  expect([await parts.holds.readFreeze(), await freezeOf(state)]).toEqual([FREEZE, FREEZE]);
});

test('what is held is admitted, remembered, and let go once, when nothing holds it', async () => {
  const { parts, state, receive } = await setUpParts();
  const { release } = version('two');
  const { holds } = parts;
  await receive(version('two'));
  expect(await holds.markHeld([release])).toBe(false);
  expect((await state.release('docs', release.digest))!.state).toBe('received');
  await holds.pin('docs', 'ada');
  expect(await holds.markHeld([release])).toBe(true);
  expect((await state.release('docs', release.digest))!.state).toBe('admitted');
  expect(await holds.letGo(['docs'])).toEqual([]);
  await holds.unpin('docs');
  expect(await holds.letGo(['docs', 'news'])).toEqual([{ app: 'docs', digest: release.digest }]);
  expect(await holds.letGo(['docs'])).toEqual([]);
});
