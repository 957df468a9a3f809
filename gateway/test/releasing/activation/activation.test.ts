import { expect, test } from 'vitest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { type ChangesSetup, LEASE_MS, setUpParts, setUpSite } from '../../fixtures/test-changes.ts';
import { createChanges } from '../../../src/releasing/activation/changes.ts';
import { Site } from '../../../src/serving/compositions/site.ts';
import { createRenderCache } from '../../../src/serving/render/render-cache.ts';
import type { BlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { siteConfig } from '../../fixtures/site-config.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const shell = shellRelease();
const [one, two, three] = [version('one'), version('two'), version('three')];

async function setUp() {
  const setup = await setUpParts();
  await setup.receive(shell, one, two, three);
  const prepare = ({ release: docs }: { release: Release }) =>
    setup.parts.candidates.prepare({ shell: shell.release, docs });
  const activate = async (of: { release: Release }, replaces: string | null) => {
    const candidate = await prepare(of);
    const history = setup.parts.activation.historyOf([of.release], 'ada', 'activate');
    const switched = await setup.parts.activation.activate({ candidate, replaces, history });
    return { switched, id: candidate.composition.id };
  };
  return { ...setup, prepare, activate };
}

test('what is activated is live in the store and on the site, and what it replaced keeps a lease', async () => {
  const { activate, state, site, clock, live } = await setUp();
  const first = await activate(one, null);
  const second = await activate(two, first.id);
  expect([first.switched, second.switched]).toEqual(['live', 'live']);
  expect([await state.liveId(), site.live()!.composition.id]).toEqual([second.id, second.id]);
  expect(live()['docs']).toBe(two.release.digest);
  expect((await state.composition(first.id))!.leasedUntil).toBe(clock.now + LEASE_MS);
});

test('a candidate of something that is not live any more changes nothing', async () => {
  const { activate, live, history } = await setUp();
  const first = await activate(one, null);
  expect((await activate(two, 'something else')).switched).toBe('overtaken');
  expect([live()['docs'], (await history('docs')).length]).toEqual([one.release.digest, 1]);
  expect((await activate(two, first.id)).switched).toBe('live');
});

test('whether it is free is asked in the turn; one that is held changes nothing', async () => {
  const { parts, prepare, site, state } = await setUp();
  const candidate = await prepare(one);
  const switched = await parts.activation.activate({
    candidate,
    replaces: null,
    history: [],
    isFree: async () => false,
  });
  expect([switched, site.live(), await state.liveId()]).toEqual(['held', undefined, undefined]);
});

test('what another gateway made live is started first, then shown; it is not activated again', async () => {
  const { parts, prepare, state, site, started, clock } = await setUp();
  const { composition } = await prepare(one);
  const record = { composition, replaces: null, leaseUntil: clock.now, admitted: [], history: [] };
  await parts.activation.catchUp(); // nothing is live anywhere
  expect(site.live()).toBeUndefined();
  await state.activate(record);
  await parts.activation.catchUp();
  expect([site.live()!.composition.id, started.toSorted()]).toEqual([composition.id, ['docs', 'shell']]);
  await parts.activation.catchUp();
  expect(started).toHaveLength(2);
});

test('what another gateway made live and does not start here leaves what is shown', async () => {
  const { parts, prepare, activate, state, site, broken, clock } = await setUp();
  const { id } = await activate(one, null);
  const { composition } = await prepare(two);
  broken.add(two.release.digest);
  await state.activate({ composition, replaces: id, leaseUntil: clock.now, admitted: [], history: [] });
  await expect(parts.activation.catchUp()).rejects.toThrow('not today');
  expect(site.live()!.composition.id).toBe(id);
});

test('the history says what a release replaces', async () => {
  const { parts, activate, clock } = await setUp();
  const entry = { at: clock.now, actor: 'ada', action: 'rollback', app: 'docs', note: '' };
  const historyOf = () => parts.activation.historyOf([two.release], 'ada', 'rollback');
  expect(historyOf()).toEqual([{ ...entry, from: null, to: two.release.digest }]);
  await activate(one, null);
  expect(historyOf()).toEqual([{ ...entry, from: one.release.digest, to: two.release.digest }]);
});

test('it says so of what is replaced in the turn, whatever was live while the release was checked', async () => {
  const { parts, prepare, activate, history } = await setUp();
  const { id } = await activate(one, null);
  const candidate = await prepare(two);
  const other = await activate(three, id);
  const entries = parts.activation.historyOf([two.release], 'ada', 'activate');
  await activate(one, other.id);
  expect(await parts.activation.activate({ candidate, replaces: id, history: entries })).toBe('live');
  expect((await history('docs'))[0]).toMatchObject({ from: one.release.digest, to: two.release.digest });
});

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
