import { expect, test } from 'vitest';
import { type FixtureRelease, remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { setUpParts, setUpSite } from '../../fixtures/test-changes.ts';
import { createChanges } from '../../../src/releasing/activation/changes.ts';
import { SILENT_MS } from '../../../src/platform/database/fleet.ts';
import { sharedChanges } from '../../../src/releasing/activation/waiting.ts';

const [one, two, hotfix] = [version('one'), version('two'), version('hotfix')];
const news = (paths: string[]) =>
  remoteRelease({ app: 'news', routes: paths.map((path, at) => ({ id: `news.${at}`, path })) });
/** A release that waits until news gives up a page. */
const waits = (text: string) =>
  remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.moved', path: '/moved' },
    ],
    client: { [`${text}.0000000009.js`]: `'${text}';` },
  });
/** A release that waits for a shell with React 20. */
const migration = (text: string) =>
  remoteRelease({ requires: { react: '^20.0.0' }, client: { [`${text}.0000000009.js`]: `'${text}';` } });

async function setUp() {
  const setup = await setUpSite([shellRelease(), one, news(['/news', '/moved'])]);
  await setup.publish(two);
  const stateOf = async ({ release }: FixtureRelease) =>
    (await setup.state.release('docs', release.digest))!.state;
  /** Publishes the release that docs waits for. */
  const giveUp = () => setup.publish(news(['/news']));
  return { ...setup, stateOf, giveUp };
}
type Setup = Awaited<ReturnType<typeof setUp>>;

const decisions: [string, (setup: Setup) => Promise<unknown>][] = [
  ['a newer release', ({ publish }) => publish(hotfix)],
  ['the live release, published again', ({ publish }) => publish(two)],
  ['a rollback', ({ changes }) => changes.rollback('docs', undefined, 'bob')],
  ['a pin', ({ changes }) => changes.pin('docs', undefined, 'bob')],
  ['a retirement', ({ changes }) => changes.retire('docs', 'bob')],
  ['a newer waiting release', ({ publish }) => publish(migration('newer'))],
];

test.each(decisions)('%s replaces a waiting release, which then does not go live', async (_, decide) => {
  const setup = await setUp();
  expect((await setup.publish(waits('older'))).waiting).toMatchObject({ for: 'app', apps: ['news'] });
  await decide(setup);
  const live = setup.live()['docs'];
  expect(await setup.stateOf(waits('older'))).toBe('superseded');
  await setup.giveUp();
  expect(setup.live()['docs']).toBe(live);
});

test('a refused release replaces no waiting release', async () => {
  const setup = await setUp();
  await setup.publish(waits('older'));
  setup.broken.add(hotfix.release.digest);
  expect(await setup.publish(hotfix)).toMatchObject({ accepted: false });
  await setup.giveUp();
  expect(setup.live()['docs']).toBe(waits('older').release.digest);
});

test.each([
  ['a hotfix', 'still waits', ({ publish }: Setup) => publish(hotfix)],
  [
    'a newer release that waits for another app',
    'still waits',
    ({ publish }: Setup) => publish(waits('newer')),
  ],
  ['a newer migration', 'is superseded', ({ publish }: Setup) => publish(migration('newer'))],
  ['a rollback', 'is superseded', ({ changes }: Setup) => changes.rollback('docs', undefined, 'bob')],
])('after %s, a release that waits for shared modules of another shell %s', async (_, becomes, decide) => {
  const setup = await setUp();
  await setup.publish(migration('older'));
  await decide(setup);
  const stays = becomes === 'still waits';
  expect(await setup.stateOf(migration('older'))).toBe(stays ? 'waiting' : 'superseded');
  if (!stays) return;
  await setup.publish(shellRelease({ provides: { react: '20.0.0' } }));
  await setup.publish(remoteRelease({ app: 'news', requires: { react: '^20.0.0' } }));
  expect(setup.live()['docs']).toBe(migration('older').release.digest);
});

test.each(decisions)('%s replaces a release that a freeze holds', async (_, decide) => {
  const setup = await setUp();
  await setup.changes.freeze('', 'bob');
  const held = version('held');
  expect((await setup.publish(held)).waiting).toMatchObject({ for: 'freeze' });
  await decide(setup);
  await setup.changes.unfreeze('bob');
  expect(setup.live()['docs']).not.toBe(held.release.digest);
  expect(await setup.stateOf(held)).toBe('admitted');
});

/** Releases that wait, in their order of arrival, and the sets of apps that are tried with others. */
async function setUpSets(fixtures: FixtureRelease[]) {
  const setup = await setUpParts();
  for (const fixture of fixtures) {
    setup.clock.now++;
    await setup.receive(fixture);
    await setup.state.setReleaseState(fixture.release.app, fixture.release.digest, 'waiting', []);
  }
  const setsBeside = async (...besides: string[]) => {
    const sets = await setup.waiting.companionSets(new Set(besides));
    return sets.map((set) =>
      set
        .map(({ app }) => app)
        .toSorted()
        .join(' '),
    );
  };
  return { ...setup, setsBeside };
}
const ofApps = (...apps: string[]) => apps.map((app) => version(`of-${app}`, app));

test('the waiting release of a deployed or pinned app is left out', async () => {
  const { setsBeside, state } = await setUpSets(ofApps('docs', 'news', 'extra'));
  await state.pin({ app: 'extra', actor: 'ada', at: 0 });
  expect(await setsBeside('docs')).toEqual(['news']);
});

test('only the newest waiting release of an app is tried', async () => {
  const { waiting } = await setUpSets([version('old', 'news'), version('new', 'news')]);
  const [[companion] = []] = await waiting.companionSets(new Set(['docs']));
  expect(companion!.digest).toBe(version('new', 'news').release.digest);
});

test('all waiting releases are tried together, in one set', async () => {
  const { setsBeside } = await setUpSets(ofApps('a', 'b', 'c', 'd', 'e', 'f'));
  expect(await setsBeside('docs')).toEqual(['a b c d e f']);
  expect(await (await setUpSets([])).setsBeside('docs')).toEqual([]);
});

const shellOf = (provides: Record<string, string>) => shellRelease({ provides }).release;
const needs = (app: string, requires: Record<string, string>) => remoteRelease({ app, requires }).release;
const liveReleases = [
  needs('blog', { react: '^19.0.0' }),
  needs('docs', { react: '>=19' }),
  needs('legal', {}),
  needs('news', { react: '^19.3.0', router: '^7.0.0' }),
  shellOf({ react: '19.3.1', router: '7.1.0' }),
];
const next = shellOf({ react: '20.0.0', router: '7.1.0' });

test('for a major version, the apps that accept it, have a waiting release for it, or are missing are listed', () => {
  const waiting = [needs('news', { react: '^20.0.0' }), next];
  expect(sharedChanges(liveReleases, waiting)).toEqual([
    {
      module: 'react',
      from: '19.3.1',
      to: '20.0.0',
      shell: next.digest,
      accepted: ['docs', 'legal'],
      ready: ['news'],
      missing: ['blog'],
    },
  ]);
});

test('an app whose release waits for another reason is listed as missing', () => {
  const [change] = sharedChanges(liveReleases, [needs('news', { react: '^19.0.0' }), next]);
  expect([change!.ready, change!.missing]).toEqual([[], ['blog', 'news']]);
});

test('a module that the next shell does not provide is listed too', () => {
  expect(sharedChanges(liveReleases, [shellOf({ react: '19.4.0' })])).toMatchObject([
    { module: 'router', from: '7.1.0', to: null, accepted: ['blog', 'docs', 'legal'], missing: ['news'] },
  ]);
});

test.each([
  ['no shell waits', liveReleases, [needs('news', { react: '^20.0.0' })]],
  ['every app accepts the next shell', liveReleases, [shellOf({ react: '19.9.0', router: '7.9.0' })]],
  ['no app is live', [], [next]],
])('no shared change is listed when %s', (_, now, waiting) => {
  expect(sharedChanges(now, waiting)).toEqual([]);
});

const three = version('three');
const reactMigration = remoteRelease({ requires: { react: '^20.0.0' } });

test('a release that waits for another app is withdrawn, with an entry in the history', async () => {
  const { publish, changes, state, live, history } = await setUpSite([shellRelease(), one]);
  await publish(reactMigration);
  const { digest } = reactMigration.release;
  expect((await changes.withdraw('docs', 'bob')).message).toContain(digest.slice(0, 12));
  expect((await state.release('docs', digest))!.state).toBe('withdrawn');
  expect((await history('docs'))[0]).toMatchObject({ action: 'withdraw', actor: 'bob', to: digest });
  await publish(shellRelease({ provides: { react: '20.0.0' } }));
  expect(live()['docs']).toBe(one.release.digest);
});

test.each([
  ['that is being checked', async () => {}],
  ['that waits for the check of another app', (publish: () => Promise<unknown>) => publish()],
])('a release %s gives way to a later decision', async (_, before) => {
  const gate = Promise.withResolvers<void>();
  const hook = { wait: async () => {} };
  const setup = await setUpSite([shellRelease(), one, version('first', 'news')], {
    checkClient: async () => {
      await hook.wait();
      return [];
    },
  });
  const { publish, changes, live } = setup;
  await publish(two);
  hook.wait = () => gate.promise;
  const others = before(() => publish(version('second', 'news')));
  const published = publish(three);
  await setup.state.liveId();
  expect(await changes.rollback('docs', undefined, 'bob')).toMatchObject({ to: one.release.digest });
  gate.resolve();
  await others;
  expect((await published).checks.map(({ code }) => code)).toEqual(['ADMISSION_SUPERSEDED']);
  expect(live()['docs']).toBe(one.release.digest);
});

const ofToday = remoteRelease({});

/** Two gateways on a site that is live: this one, and one of an earlier version. @param newest contract of that one. */
async function setUpFleet(newest: number) {
  const setup = await setUpSite([shellRelease(), one]);
  const shows = () => setup.site.live()?.composition.id ?? null;
  const contract = { oldest: 0, newest: 1 };
  const fleet = setup.fleetOf({ id: 'new', version: '1.1.0', contract }, shows);
  const old = { id: 'old', version: '1.0.0', contract: { oldest: 0, newest } };
  const showing = { composition: shows() };
  const earlier = setup.fleetOf(old, () => showing.composition);
  await earlier.announce();
  const changes = createChanges({ ...setup.options, fleet });
  await setup.receive(ofToday, two);
  return { ...setup, changes, earlier, showing, shows };
}

test('a release that a gateway of the site cannot serve waits until that gateway is gone', async () => {
  const { changes, clock, live, history } = await setUpFleet(0);
  const verdict = await changes.publish([ofToday.release], 'ada');
  const reason = 'docs is built for contract 1; the gateway old (1.0.0) serves contract 0';
  expect(verdict).toMatchObject({
    activated: false,
    waiting: { for: 'app', apps: ['a gateway'], reason },
    checks: [{ code: 'ADMISSION_GATEWAY' }],
  });
  expect((await history('docs'))[0]).toMatchObject({
    action: 'refuse',
    waitsFor: ['a gateway'],
    note: `ADMISSION_GATEWAY: ${reason}\nit waits and is tried again when a gateway changes`,
  });
  await changes.deployWaiting();
  expect(live()['docs']).toBe(one.release.digest);
  clock.now += SILENT_MS;
  await changes.deployWaiting();
  expect(live()['docs']).toBe(ofToday.release.digest);
});

test('a release that every gateway can serve goes live, and the verdict names gateways that are behind', async () => {
  const { changes, earlier, showing, shows, live } = await setUpFleet(1);
  const verdict = await changes.publish([two.release], 'ada');
  expect(verdict).toMatchObject({ activated: true, behind: ['old'] });
  expect(live()['docs']).toBe(two.release.digest);
  showing.composition = shows();
  await earlier.announce();
  expect(await changes.publish([two.release], 'ada')).not.toHaveProperty('behind');
});
