import { expect, test } from 'vitest';
import { type FixtureRelease, remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { type ChangesSetup, LEASE_MS, setUpParts, setUpSite } from '../../fixtures/test-changes.ts';
import { createChanges } from '../../../src/releasing/activation/changes.ts';
import { siteConfig } from '../../fixtures/site-config.ts';

const shell = shellRelease();
const [one, two, three] = [version('one'), version('two'), version('three')];

async function setUp() {
  const setup = await setUpParts();
  const { activation } = setup;
  await setup.receive(shell, one, two, three);
  const prepare = ({ release: docs }: FixtureRelease) => activation.prepare({ shell: shell.release, docs });
  /** @param base default: the live composition. */
  const activate = async (of: FixtureRelease, base = activation.base()) => {
    const candidate = await prepare(of);
    const history = [{ app: 'docs', action: 'activate' as const }];
    const switched = await activation.activate({ candidate, base, actor: 'ada', history });
    return { switched, id: candidate.composition.id };
  };
  return { ...setup, prepare, activate };
}

test('an activated composition is live in the store and on the site, and the replaced one has a lease', async () => {
  const { activate, state, site, clock, live } = await setUp();
  const first = await activate(one);
  const second = await activate(two);
  expect([first.switched, second.switched]).toEqual(['live', 'live']);
  expect([await state.liveId(), site.live()!.composition.id]).toEqual([second.id, second.id]);
  expect(live()['docs']).toBe(two.release.digest);
  expect((await state.composition(first.id))!.leasedUntil).toBe(clock.now + LEASE_MS);
});

test('a candidate that is based on a replaced composition is not activated', async () => {
  const { activate, live, history } = await setUp();
  await activate(one);
  expect((await activate(two, { id: 'something else', releases: {} })).switched).toBe('overtaken');
  expect([live()['docs'], (await history('docs')).length]).toEqual([one.release.digest, 1]);
  expect((await activate(two)).switched).toBe('live');
});

test('a candidate that is held when the mutex is locked is not activated', async () => {
  const { activation, prepare, site, state } = await setUp();
  const switched = await activation.activate({
    candidate: await prepare(one),
    base: activation.base(),
    actor: 'ada',
    history: [],
    isFree: async () => false,
  });
  expect([switched, site.live(), await state.liveId()]).toEqual(['held', undefined, undefined]);
});

test('a composition that another gateway activated is started and served once', async () => {
  const { activation, prepare, state, site, started, clock } = await setUp();
  const { composition } = await prepare(one);
  const record = { composition, replaces: null, leaseUntil: clock.now, admitted: [], history: [] };
  await activation.catchUp(); // nothing is live anywhere
  expect(site.live()).toBeUndefined();
  await state.activate(record);
  await activation.catchUp();
  expect([site.live()!.composition.id, started.toSorted()]).toEqual([composition.id, ['docs', 'shell']]);
  await activation.catchUp();
  expect(started).toHaveLength(2);
});

test('a composition of another gateway that does not start here does not replace the served one', async () => {
  const { activation, prepare, activate, state, site, broken, clock } = await setUp();
  const { id } = await activate(one);
  const { composition } = await prepare(two);
  broken.add(two.release.digest);
  await state.activate({ composition, replaces: id, leaseUntil: clock.now, admitted: [], history: [] });
  await expect(activation.catchUp()).rejects.toThrow('not today');
  expect(site.live()!.composition.id).toBe(id);
});

test('a composition with a release of a later contract is not served, also not after a restart', async () => {
  const { activation, activate, state, site, anotherSite, options, receive, clock } = await setUp();
  const { id } = await activate(one);
  const later = remoteRelease({ change: (release) => (release.contract = '99.0') });
  await receive(later);
  const releases = { shell: shell.release, docs: later.release };
  const { composition } = await activation.prepare(releases);
  await state.activate({ composition, replaces: id, leaseUntil: clock.now, admitted: [], history: [] });
  const refused = {
    code: 'GW_CONTRACT_NEWER',
    why: expect.stringContaining('docs is built for contract 99.0'),
  };
  await expect(activation.catchUp()).rejects.toMatchObject(refused);
  expect(site.live()!.composition.id).toBe(id);
  const restarted = anotherSite();
  await expect(createChanges({ ...options, site: restarted }).restore()).rejects.toMatchObject(refused);
  expect(restarted.live()).toBeUndefined();
});

test('an entry of the history names the replaced release', async () => {
  const { activation, activate, state, history, clock } = await setUp();
  const [a, b] = [one.release.digest, two.release.digest];
  const entry = { at: clock.now, actor: 'ada', app: 'docs' };
  await activate(one);
  await activation.record(state, [two.release], { actor: 'ada', action: 'refuse', note: 'why' });
  await activate(two);
  expect(await history('docs')).toMatchObject([
    { ...entry, action: 'activate', from: a, to: b, note: '' },
    { ...entry, action: 'refuse', from: a, to: b, note: 'why' },
    { ...entry, action: 'activate', from: null, to: a, note: '' },
  ]);
});

/** Another gateway on the same store. */
function again({ options, anotherSite }: ChangesSetup, settings: Parameters<typeof siteConfig>[0] = {}) {
  const site = anotherSite();
  return { site, changes: createChanges({ ...options, site, siteConfig: siteConfig(settings) }) };
}

test('restore does nothing without a live composition', async () => {
  const { changes, site } = await setUpSite([]);
  expect([await changes.restore(), site.live()]).toEqual([false, undefined]);
});

test('restore serves the last live composition with the time of its activation', async () => {
  const setup = await setUpSite([shellRelease(), version('one')]);
  const { composition } = setup.site.live()!;
  const before = await setup.history();
  setup.clock.now += 60_000;
  setup.started.length = 0;
  const { site, changes } = again(setup);
  expect(await changes.restore()).toBe(true);
  expect(site.live()!.composition).toEqual(composition);
  expect([await setup.history(), setup.started]).toEqual([before, []]);
});

test('restore activates another composition, and records it, when the configuration of the site changed', async () => {
  const setup = await setUpSite([shellRelease(), version('one')]);
  const { id, apps } = setup.site.live()!.composition;
  const { site, changes } = again(setup, { name: 'Other' });
  expect(await changes.restore()).toBe(true);
  const { composition } = site.live()!;
  expect([composition.apps, composition.site.name]).toEqual([apps, 'Other']);
  expect(await setup.state.liveId()).toBe(composition.id);
  expect((await setup.history())[0]).toMatchObject({ action: 'configure', from: id, to: composition.id });
  expect((await setup.state.composition(id))!.leasedUntil).toBeGreaterThan(setup.clock.now);
});
