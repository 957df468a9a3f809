import { expect, test } from 'vitest';
import { byApp } from '../../../src/releasing/activation/activation.ts';
import { createDeployer, type Deployment } from '../../../src/releasing/activation/deployer.ts';
import { setFreeze } from '../../../src/releasing/activation/waiting.ts';
import { type FixtureRelease, remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { setUpParts } from '../../fixtures/test-changes.ts';

const PIN = { app: 'docs', actor: 'bob', at: 0 };
const shell = shellRelease();
const [one, two] = [version('one'), version('two')];
const [first, second] = [version('first', 'news'), version('second', 'news')];

async function setUp(...live: FixtureRelease[]) {
  let times = 0;
  /** `meanwhile` is called once an admission has begun, with the number of admissions so far. */
  const hook = { meanwhile: async (_times: number): Promise<void> => {} };
  const setup = await setUpParts({
    checkClient: async () => {
      await hook.meanwhile(++times);
      return [];
    },
  });
  const { activation, site } = setup;
  const decided: string[] = [];
  const deployer = createDeployer({
    ...setup.options,
    ...setup,
    oneAdmission: (_, work) => work({ signal: new AbortController().signal, passed() {} }),
    onDecision: (apps, { outcome }) => void decided.push(`${apps.join(' ')} ${outcome}`),
  });
  const decide = async (given: Partial<Deployment>, ...fixtures: FixtureRelease[]) => {
    await setup.receive(...fixtures);
    const releases = fixtures.map(({ release }) => release);
    return deployer.deploy({ actor: 'ada', together: false, releases, ...given });
  };
  /** @returns the outcome for each app's release. */
  const deploy = async (together: boolean, ...fixtures: FixtureRelease[]) =>
    Object.fromEntries(
      [...(await decide({ together }, ...fixtures))].map(([app, { outcome }]) => [app, outcome]),
    );
  /** Another gateway or an operator activates releases. */
  const goLive = async (...fixtures: FixtureRelease[]) => {
    const releases = byApp(fixtures.map(({ release }) => release));
    const candidate = await activation.prepare({ ...site.live()?.releases, ...releases });
    await activation.activate({ candidate, base: activation.base(), actor: 'bob', history: [] });
  };
  const stateOf = async ({ release: { app, digest } }: FixtureRelease) =>
    (await setup.state.release(app, digest))!.state;
  if (live.length > 0) await deploy(true, ...live);
  decided.length = 0;
  times = 0;
  return { ...setup, deployer, decide, deploy, goLive, stateOf, decided, hook, times: () => times };
}

test('a release that is live already is unchanged and not checked', async () => {
  const { deploy, started, decided } = await setUp(shell, one);
  const before = started.length;
  expect(await deploy(false, one, shell)).toEqual({ docs: 'unchanged', shell: 'unchanged' });
  expect([started.length, decided]).toEqual([before, []]);
});

test('of releases that are deployed separately, a bad one is refused alone', async () => {
  const { deploy, broken, live, decided, stateOf, history } = await setUp(shell, one, first);
  broken.add(two.release.digest);
  expect(await deploy(false, two, second)).toEqual({ docs: 'refused', news: 'activated' });
  expect(live()).toMatchObject({ docs: one.release.digest, news: second.release.digest });
  expect([decided, await stateOf(two)]).toEqual([['docs refused', 'news activated'], 'refused']);
  const note = expect.stringMatching(/^ADMISSION_BUNDLE: .+/);
  expect((await history('docs'))[0]).toMatchObject({ action: 'refuse', actor: 'ada', note });
});

test('of releases that are deployed together, a bad one refuses all', async () => {
  const { deploy, broken, live } = await setUp(shell, one, first);
  const before = live();
  broken.add(two.release.digest);
  expect(await deploy(true, two, second)).toEqual({ docs: 'refused', news: 'refused' });
  expect(live()).toEqual(before);
});

test('when all releases are accused, each is tried alone, and the one at fault is refused', async () => {
  const { deploy, live } = await setUp(shell, one, first);
  const route = (app: string) => remoteRelease({ app, routes: [{ id: `${app}.home`, path: '/same' }] });
  const outcomes = await deploy(false, route('docs'), route('news'));
  expect(Object.values(outcomes).toSorted()).toEqual(['activated', 'refused']);
  expect(live()['shell']).toBe(shell.release.digest);
});

test.each([
  [false, { docs: 'held', news: 'activated' }],
  [true, { docs: 'held', news: 'held' }],
])('with `together: %s`, a pin on docs has the outcomes %j', async (together, outcomes) => {
  const { deploy, state } = await setUp(shell, one, first);
  await state.pin(PIN);
  expect(await deploy(together, two, second)).toEqual(outcomes);
});

test('a freeze does not hold the first releases of a site', async () => {
  const { deploy, state } = await setUp();
  await setFreeze(state, { by: 'bob', at: 1, reason: '' });
  expect(await deploy(false, shell, one)).toEqual({ docs: 'activated', shell: 'activated' });
});

test('remotes without a shell wait for it, and go live with it', async () => {
  const { deploy, live, state } = await setUp();
  expect(await deploy(false, one)).toEqual({ docs: 'refused' });
  expect((await state.release('docs', one.release.digest))!.state).toBe('waiting');
  await deploy(false, shell);
  expect(Object.keys(live())).toEqual(['docs', 'shell']);
});

test('a hold that begins during the checks holds the release', async () => {
  const { deploy, state, stateOf, options } = await setUp(shell, one);
  const prepare = options.site.prepare.bind(options.site);
  options.site.prepare = async (...given) => {
    options.site.prepare = prepare;
    await state.pin(PIN);
    return prepare(...given);
  };
  expect(await deploy(false, two)).toEqual({ docs: 'held' });
  expect(await stateOf(two)).toBe('admitted');
});

const REMOTES = ['docs', 'news', 'a', 'b', 'c', 'd', 'e'];
const needing = (react: string) => REMOTES.map((app) => remoteRelease({ app, requires: { react } }));
const nextShell = shellRelease({ provides: { react: '20.0.0' } });
const [late, ...early] = needing('^20.0.0');

test.each([
  ['the shell first', [nextShell, ...early, late!]],
  ['the shell last', [...early, late!, nextShell]],
  ['the shell in the middle', [...early.slice(0, 3), nextShell, ...early.slice(3), late!]],
])('a major version of a shared module goes live with all apps together, %s', async (_, order) => {
  const { deploy, live, state } = await setUp(shell, ...needing('^19.0.0'));
  const before = live();
  const last = order.pop()!;
  for (const fixture of order) {
    expect(await deploy(false, fixture)).toEqual({ [fixture.release.app]: 'refused' });
    expect((await state.release(fixture.release.app, fixture.release.digest))!.state).toBe('waiting');
    expect(live()).toEqual(before);
  }
  expect(await deploy(false, last)).toEqual({ [last.release.app]: 'activated' });
  const after = [nextShell, ...needing('^20.0.0')].map(({ release }) => [release.app, release.digest]);
  expect(live()).toEqual(Object.fromEntries(after));
  // No composition in between was live.
  expect(await state.compositions(10)).toHaveLength(2);
});

test('a release that waits for another app does not delay a major version of a shared module', async () => {
  const { deploy, live } = await setUp(shell, ...needing('^19.0.0'), version('live', 'extra'));
  const clash = remoteRelease({ app: 'extra', routes: [{ id: 'extra.home', path: '/news' }], requires: {} });
  expect(await deploy(false, clash)).toEqual({ extra: 'refused' });
  const free = remoteRelease({ app: 'extra', requires: { react: '>=19' } });
  expect(await deploy(false, free)).toEqual({ extra: 'activated' });
  expect(await deploy(false, clash)).toEqual({ extra: 'refused' });
  for (const fixture of [nextShell, ...early, late!]) await deploy(false, fixture);
  expect(live()).toMatchObject({ shell: nextShell.release.digest, extra: free.release.digest });
});

test('a release is tried alone first, and then the releases that waited for it, each alone', async () => {
  const news = (...paths: string[]) =>
    remoteRelease({ app: 'news', routes: paths.map((path, at) => ({ id: `news.${at}`, path })) });
  const moved = (app: string, path: string) =>
    remoteRelease({ app, routes: [{ id: `${app}.moved`, path }], client: { 'moved.0000000009.js': '1;' } });
  const { deploy, live, state } = await setUp(shell, news('/news', '/a', '/b'));
  const [fits, stays] = [moved('docs', '/a'), moved('extra', '/b')];
  expect([await deploy(false, fits), await deploy(false, stays)]).toEqual([
    { docs: 'refused' },
    { extra: 'refused' },
  ]);
  const next = news('/news', '/b');
  expect(await deploy(false, next)).toEqual({ news: 'activated' });
  expect(live()).toMatchObject({ news: next.release.digest, docs: fits.release.digest });
  expect(live()['extra']).toBeUndefined();
  expect((await state.release('extra', stays.release.digest))!.state).toBe('waiting');
  // It still does not fit by its manifest, so it is not refused again.
  expect((await state.history({ app: 'extra', limit: 9 })).map(({ action }) => action)).toEqual(['refuse']);
});

test('when another app goes live meanwhile, the release is checked again beside it, and both are live', async () => {
  const { deploy, hook, goLive, times, live, stateOf } = await setUp(shell, one);
  hook.meanwhile = async (count) => {
    if (count === 1) await goLive(first);
  };
  expect(await deploy(true, two)).toEqual({ docs: 'activated' });
  expect([times(), await stateOf(two)]).toEqual([2, 'admitted']);
  expect(live()).toMatchObject({ docs: two.release.digest, news: first.release.digest });
});

test.each([
  ['a newer decision on its app supersedes the release', version('three'), 'refused'],
  ['the same release made live by another gateway is no failure', two, 'activated'],
])('%s', async (_, other, outcome) => {
  const { decide, hook, goLive, live } = await setUp(shell, one);
  hook.meanwhile = (count) => (count === 1 ? goLive(other) : Promise.resolve());
  const { findings, ...decision } = (await decide({}, two)).get('docs')!;
  expect(decision.outcome).toBe(outcome);
  expect(findings.map(({ code }) => code)).toEqual(outcome === 'refused' ? ['ADMISSION_SUPERSEDED'] : []);
  expect(live()['docs']).toBe(other.release.digest);
});

test('a release that is overtaken ten times is refused', async () => {
  const { decide, hook, goLive, times, live } = await setUp(shell, one);
  hook.meanwhile = (count) => goLive(version(`news-${count}`, 'news'));
  const { findings } = (await decide({}, two)).get('docs')!;
  expect(findings.map(({ code }) => code)).toEqual(['ADMISSION_OVERTAKEN']);
  expect([times(), live()['docs']]).toEqual([10, one.release.digest]);
});

test('a rollback ignores pins and activates no waiting release', async () => {
  const { decide, receive, state, live, history } = await setUp(shell, one);
  await receive(first);
  await state.setReleaseState('news', first.release.digest, 'waiting', []);
  await state.pin(PIN);
  await decide({ action: 'rollback' }, two);
  expect([live()['docs'], live()['news']]).toEqual([two.release.digest, undefined]);
  expect((await history())[0]).toMatchObject({ app: 'docs', action: 'rollback' });
});

test('a held release is checked, and stored as admitted', async () => {
  const { decide, times, state, stateOf, history } = await setUp(shell);
  await state.pin(PIN);
  const hold = { by: 'pin', reason: 'docs is pinned by bob' };
  expect((await decide({}, two)).get('docs')).toMatchObject({ outcome: 'held', hold, findings: [] });
  expect([times(), await stateOf(two)]).toEqual([1, 'admitted']);
  expect((await history('docs'))[0]).toMatchObject({ action: 'admit', note: hold.reason });
});

test('a bad release is refused immediately, also during a hold', async () => {
  const { deploy, broken, state, stateOf } = await setUp(shell);
  await state.pin(PIN);
  broken.add(two.release.digest);
  expect([await deploy(false, two), await stateOf(two)]).toEqual([{ docs: 'refused' }, 'refused']);
});

test('a hold that ended during the checks does not hold the release', async () => {
  const { deploy, state, hook, live } = await setUp(shell);
  await state.pin(PIN);
  hook.meanwhile = () => state.unpin('docs');
  expect(await deploy(false, two)).toEqual({ docs: 'activated' });
  expect(live()['docs']).toBe(two.release.digest);
});
