import { expect, test } from 'vitest';
import { type FixtureRelease, remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { type ChangesSetup, setUpParts, setUpSite } from '../../fixtures/test-changes.ts';
import { createChanges } from '../../../src/releasing/activation/changes.ts';
import { siteConfig } from '../../fixtures/site-config.ts';

const shell = shellRelease();
const [one, two] = [version('one'), version('two')];

async function setUp() {
  const setup = await setUpParts();
  const { activation } = setup;
  await setup.receive(shell, one, two);
  const prepare = ({ release: docs }: FixtureRelease) => activation.prepare({ shell: shell.release, docs });
  /** @returns the id of the composition. */
  const activate = async (of: FixtureRelease) => {
    const candidate = await prepare(of);
    const history = [{ app: 'docs', action: 'activate' as const }];
    await activation.activate({ candidate, base: activation.base(), actor: 'ada', history });
    return candidate.composition.id;
  };
  return { ...setup, prepare, activate };
}

test('a composition of another gateway that does not start here does not replace the served one', async () => {
  const { activation, prepare, activate, state, site, broken, clock } = await setUp();
  const id = await activate(one);
  const { composition } = await prepare(two);
  broken.add(two.release.digest);
  await state.activate({ composition, replaces: id, leaseUntil: clock.now, admitted: [], history: [] });
  await expect(activation.catchUp()).rejects.toThrow('not today');
  expect(site.live()!.composition.id).toBe(id);
});

test('a composition with a release of a later contract is not served, also not after a restart', async () => {
  const { activation, activate, state, site, anotherSite, options, receive, clock } = await setUp();
  const id = await activate(one);
  const later = remoteRelease({ change: (release) => (release.contract = 99) });
  await receive(later);
  const releases = { shell: shell.release, docs: later.release };
  const { composition } = await activation.prepare(releases);
  await state.activate({ composition, replaces: id, leaseUntil: clock.now, admitted: [], history: [] });
  const refused = {
    code: 'GW_CONTRACT_NEWER',
    why: expect.stringContaining('docs is built for contract 99'),
  };
  await expect(activation.catchUp()).rejects.toMatchObject(refused);
  expect(site.live()!.composition.id).toBe(id);
  const restarted = anotherSite();
  await expect(createChanges({ ...options, site: restarted }).restore()).rejects.toMatchObject(refused);
  expect(restarted.live()).toBeUndefined();
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
