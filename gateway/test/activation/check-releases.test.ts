import { expect, test } from 'vitest';
import { shellRelease, version } from '../fixtures/fixture-release.ts';
import { LEASE_MS, setUpSite } from '../fixtures/test-changes.ts';

const two = version('two');
const setUp = () => setUpSite([shellRelease(), version('one')]);

test('a check says what would be live, and keeps nothing', async () => {
  const { changes, live, history, state } = await setUp();
  const before = { live: live(), history: await history() };
  const verdict = await changes.check([two.release]);
  expect(verdict).toMatchObject({ accepted: true, activated: false, checks: [] });
  expect(verdict.composition).not.toBe(await state.liveId());
  expect({ live: live(), history: await history() }).toEqual(before);
  expect(await state.release('docs', two.release.digest)).toBeUndefined();
});

test('a preview of what passed is kept, with its address', async () => {
  const { changes, live, clock, history, state } = await setUp();
  const before = live();
  const verdict = await changes.preview([two.release], 'ada');
  expect(verdict).toMatchObject({
    previewUrl: `/preview/${verdict.composition}`,
    previewUntil: clock.now + LEASE_MS,
  });
  expect(live()).toEqual(before);
  expect((await state.release('docs', two.release.digest))!.state).toBe('received');
  expect((await history('docs'))[0]).toMatchObject({ action: 'preview', to: two.release.digest });
});

test('what is refused has no preview', async () => {
  const { changes, broken, state } = await setUp();
  broken.add(two.release.digest);
  const verdict = await changes.preview([two.release], 'ada');
  expect(verdict).toMatchObject({ accepted: false, checks: [{ code: 'ADMISSION_BUNDLE' }] });
  expect([verdict.previewUrl, await state.release('docs', two.release.digest)]).toEqual([
    undefined,
    undefined,
  ]);
});
