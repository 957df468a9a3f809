import { expect, test } from 'vitest';
import { createChanges } from '../../../src/releasing/activation/changes.ts';
import { Site } from '../../../src/serving/compositions/site.ts';
import { createRenderCache } from '../../../src/serving/render/render-cache.ts';
import type { BlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { siteConfig } from '../../fixtures/site-config.ts';
import { type ChangesSetup, setUpSite } from '../../fixtures/test-changes.ts';
import { testFolder } from '../../fixtures/test-database.ts';

/** Another gateway's memory on the same store. */
function again({ options, state, clock }: ChangesSetup, settings: Record<string, string> = {}) {
  const refuse = () => {
    throw new Error('no process is needed to show what was live');
  };
  const site = new Site({
    state,
    blobs: { get: async () => undefined } as unknown as BlobStore,
    cache: createRenderCache(testFolder()),
    pool: { use: refuse, release() {}, tidy() {}, close() {} },
    now: () => clock.now,
  });
  return { site, changes: createChanges({ ...options, site, siteConfig: siteConfig(settings) }) };
}

test('where nothing was live there is nothing to restore', async () => {
  const { changes, site } = await setUpSite([]);
  expect([await changes.restore(), site.live()]).toEqual([false, undefined]);
});

test('what was live is shown as it was activated, with its time', async () => {
  const setup = await setUpSite([shellRelease(), version('one')]);
  const { composition } = setup.site.live()!;
  const before = await setup.history();
  setup.clock.now += 60_000;
  const { site, changes } = again(setup);
  expect(await changes.restore()).toBe(true);
  expect(site.live()!.composition).toEqual(composition);
  expect(await setup.history()).toEqual(before);
});

test('another configuration of the site is another composition, and the history says so', async () => {
  const setup = await setUpSite([shellRelease(), version('one')]);
  const { id, apps } = setup.site.live()!.composition;
  const { site, changes } = again(setup, { SITE_NAME: 'Other' });
  expect(await changes.restore()).toBe(true);
  const { composition } = site.live()!;
  expect([composition.apps, composition.site.name]).toEqual([apps, 'Other']);
  expect(await setup.state.liveId()).toBe(composition.id);
  expect((await setup.history())[0]).toMatchObject({ action: 'configure', from: id, to: composition.id });
  expect((await setup.state.composition(id))!.leasedUntil).toBeGreaterThan(setup.clock.now);
});
