import { expect, test } from 'vitest';
import { createChanges } from '../../../src/releasing/activation/changes.ts';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { LEASE_MS, setUpSite } from '../../fixtures/test-changes.ts';

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

const SIZES = { html: 1, js: 2, css: 3, images: 4, requests: 5 };
const measurement = { routes: { 'docs.home': SIZES } };

test('a check tells what was measured; a preview, and what goes live, keep it', async () => {
  const { options, state } = await setUp();
  const kept: string[] = [];
  const changes = createChanges({
    ...options,
    budgets: true,
    meter: async () => ({ findings: [], measured: { docs: measurement } }),
    measurements: {
      keep: async (measured) => void kept.push(...measured.map((one) => one.digest)),
      of: async () => measurement,
    },
  });
  const { digest } = two.release;
  const before = { ...measurement, digest: version('one').release.digest };
  const told = { measured: [{ app: 'docs', digest, measured: measurement, before }] };
  expect(await changes.check([two.release])).toMatchObject(told);
  expect(kept).toEqual([]);
  expect(await changes.preview([two.release], 'ada')).toMatchObject(told);
  expect(kept).toEqual([digest]);
  await state.saveRelease(two.release, 'push', 0);
  expect(await changes.publish([two.release], 'ada')).toMatchObject({ activated: true, ...told });
  expect(kept).toEqual([digest, digest]);
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

test('what was previewed goes live by its digest, as it is; what is not kept does not', async () => {
  const { changes, receive, live, state } = await setUpSite([shellRelease(), version('one')]);
  const { release } = version('two');
  await receive(version('two'));
  await changes.preview([release], 'ada');
  expect(await changes.promote('docs', release.digest.slice(0, 8), 'bob')).toMatchObject({ activated: true });
  expect([live()['docs'], (await state.release('docs', release.digest))!.state]).toEqual([
    release.digest,
    'admitted',
  ]);
  await expect(changes.promote('docs', 'abcdef', 'bob')).rejects.toMatchObject({ code: 'GW_RELEASE_KEPT' });
});
