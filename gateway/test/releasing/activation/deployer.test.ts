import { expect, test } from 'vitest';
import {
  attempt,
  createDeployer,
  type DeployerOptions,
  holdReleases,
  refuse,
} from '../../../src/releasing/activation/deployer.ts';
import { type FixtureRelease, remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { setUpParts } from '../../fixtures/test-changes.ts';
import { finding } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';

const shell = shellRelease();
const [one, two] = [version('one'), version('two')];
const [first, second] = [version('first', 'news'), version('second', 'news')];

async function setUp(...live: FixtureRelease[]) {
  const setup = await setUpParts();
  const told: string[] = [];
  const onDecision: DeployerOptions['onDecision'] = (apps, { outcome }) =>
    void told.push(`${apps.join(' ')} ${outcome}`);
  const deployer = createDeployer({ ...setup.parts, onDecision });
  /** @returns what became of each app's release. */
  const deploy = async (together: boolean, ...fixtures: FixtureRelease[]) => {
    await setup.receive(...fixtures);
    const releases = fixtures.map(({ release }) => release);
    const decisions = await deployer.deploy({ actor: 'ada', together, releases });
    return Object.fromEntries([...decisions].map(([app, { outcome }]) => [app, outcome]));
  };
  if (live.length > 0) await deploy(true, ...live);
  told.length = 0;
  return { ...setup, deploy, told };
}

test('what is live already is unchanged, and nothing is checked for it', async () => {
  const { deploy, started, told } = await setUp(shell, one);
  const before = started.length;
  expect(await deploy(false, one, shell)).toEqual({ docs: 'unchanged', shell: 'unchanged' });
  expect([started.length, told]).toEqual([before, []]);
});

test('of releases that came side by side, a bad one is refused alone', async () => {
  const { deploy, broken, live, told } = await setUp(shell, one, first);
  broken.add(two.release.digest);
  expect(await deploy(false, two, second)).toEqual({ docs: 'refused', news: 'activated' });
  expect(live()).toMatchObject({ docs: one.release.digest, news: second.release.digest });
  expect(told).toEqual(['docs refused', 'news activated']);
});

test('of releases that go together, a bad one holds up all', async () => {
  const { deploy, broken, live } = await setUp(shell, one, first);
  const before = live();
  broken.add(two.release.digest);
  expect(await deploy(true, two, second)).toEqual({ docs: 'refused', news: 'refused' });
  expect(live()).toEqual(before);
});

test('where all are accused each is tried alone: the one that spoilt it is refused', async () => {
  const { deploy, live } = await setUp(shell, one, first);
  const route = (app: string) => remoteRelease({ app, routes: [{ id: `${app}.home`, path: '/same' }] });
  const outcomes = await deploy(false, route('docs'), route('news'));
  expect(Object.values(outcomes).toSorted()).toEqual(['activated', 'refused']);
  expect(live()['shell']).toBe(shell.release.digest);
});

test.each([
  [false, { docs: 'held', news: 'activated' }],
  [true, { docs: 'held', news: 'held' }],
])('going together: %s; a pin holds what is pinned', async (together, outcomes) => {
  const { deploy, parts } = await setUp(shell, one, first);
  await parts.holds.pin('docs', 'bob');
  expect(await deploy(together, two, second)).toEqual(outcomes);
});

test('at the very first start nothing is held: a freeze would leave no site', async () => {
  const { deploy, parts } = await setUp();
  await parts.holds.writeFreeze({ by: 'bob', at: 1, reason: '' });
  expect(await deploy(false, shell, one)).toEqual({ docs: 'activated', shell: 'activated' });
});

test('remotes without a shell wait for it, and go live with it', async () => {
  const { deploy, live, state } = await setUp();
  expect(await deploy(false, one)).toEqual({ docs: 'refused' });
  expect((await state.release('docs', one.release.digest))!.state).toBe('waiting');
  await deploy(false, shell);
  expect(Object.keys(live())).toEqual(['docs', 'shell']);
});

test('a hold that comes during the checks holds what was to go live', async () => {
  const { parts, deploy, state, options } = await setUp(shell, one);
  const prepare = options.site.prepare.bind(options.site);
  options.site.prepare = async (...given) => {
    options.site.prepare = prepare;
    await parts.holds.pin('docs', 'bob');
    return prepare(...given);
  };
  expect(await deploy(false, two)).toEqual({ docs: 'held' });
  expect((await state.release('docs', two.release.digest))!.state).toBe('admitted');
});

const REMOTES = ['docs', 'news', 'a', 'b', 'c', 'd', 'e'];
const needing = (react: string) => REMOTES.map((app) => remoteRelease({ app, requires: { react } }));
const nextShell = shellRelease({ provides: { react: '20.0.0' } });
const [late, ...early] = needing('^20.0.0');

test.each([
  ['the shell first', [nextShell, ...early, late!]],
  ['the shell last', [...early, late!, nextShell]],
  ['the shell in the middle', [...early.slice(0, 3), nextShell, ...early.slice(3), late!]],
])(
  'a major of a shared module waits for the release of each app, %s, and all go live as one',
  async (_, order) => {
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
    // Nobody saw half of it.
    expect(await state.compositions(10)).toHaveLength(2);
  },
);

test('what waits for something else does not hold up a major', async () => {
  const { deploy, live } = await setUp(shell, ...needing('^19.0.0'), version('live', 'extra'));
  const clash = remoteRelease({ app: 'extra', routes: [{ id: 'extra.home', path: '/news' }], requires: {} });
  expect(await deploy(false, clash)).toEqual({ extra: 'refused' });
  const free = remoteRelease({ app: 'extra', requires: { react: '>=19' } });
  expect(await deploy(false, free)).toEqual({ extra: 'activated' });
  expect(await deploy(false, clash)).toEqual({ extra: 'refused' });
  for (const fixture of [nextShell, ...early, late!]) await deploy(false, fixture);
  expect(live()).toMatchObject({ shell: nextShell.release.digest, extra: free.release.digest });
});

const deployment = { actor: 'ada', together: true, releases: [] };

/** `meanwhile` is called once an admission has begun, with how many there were. */
async function setUpAttempt(meanwhile: (times: number) => Promise<void> = async () => {}) {
  let times = 0;
  const hook = { meanwhile };
  const setup = await setUpParts({
    checkClient: async () => {
      await hook.meanwhile(++times);
      return [];
    },
  });
  const { parts, state, site, clock } = setup;
  /** Something else goes live beside: releases of other apps, or another one of the same. */
  const goLive = async (...fixtures: { release: typeof one.release }[]) => {
    const added = Object.fromEntries(fixtures.map(({ release }) => [release.app, release]));
    const candidate = await parts.candidates.prepare({ ...site.live()?.releases, ...added });
    const replaces = (await state.liveId()) ?? null;
    await parts.activation.activate({ candidate, replaces, history: [] });
  };
  await setup.receive(shell, one, two);
  await goLive(shell, one);
  const run = () => attempt(parts, [two.release], deployment);
  return { ...setup, hook, goLive, run, times: () => times, clock };
}

test('what passes is live, and admitted', async () => {
  const { run, live, state } = await setUpAttempt();
  expect(await run()).toEqual({ findings: [], warnings: [], held: false });
  expect(live()['docs']).toBe(two.release.digest);
  expect((await state.release('docs', two.release.digest))!.state).toBe('admitted');
});

test('another app that goes live meanwhile: it is checked again beside that, and both are live', async () => {
  const setup = await setUpAttempt();
  const news = version('first', 'news');
  setup.hook.meanwhile = async (times) => {
    if (times === 1) await setup.goLive(news);
  };
  expect((await setup.run()).findings).toEqual([]);
  expect(setup.times()).toBe(2);
  expect(setup.live()).toMatchObject({ docs: two.release.digest, news: news.release.digest });
});

test('a newer word on its own app counts more: the release is superseded', async () => {
  const setup = await setUpAttempt();
  const three = version('three');
  setup.hook.meanwhile = (times) => (times === 1 ? setup.goLive(three) : Promise.resolve());
  expect((await setup.run()).findings.map(({ code }) => code)).toEqual(['ADMISSION_SUPERSEDED']);
  expect(setup.live()['docs']).toBe(three.release.digest);
});

test('the same release made live by somebody else is no failure', async () => {
  const setup = await setUpAttempt();
  setup.hook.meanwhile = (times) => (times === 1 ? setup.goLive(two) : Promise.resolve());
  expect(await setup.run()).toEqual({ findings: [] });
});

test('one that is overtaken again and again is given up', async () => {
  const setup = await setUpAttempt();
  setup.hook.meanwhile = (times) => setup.goLive(version(`news-${times}`, 'news'));
  expect((await setup.run()).findings.map(({ code }) => code)).toEqual(['ADMISSION_OVERTAKEN']);
  expect([setup.times(), setup.live()['docs']]).toEqual([10, one.release.digest]);
});

test('a pin that comes during the admission holds it', async () => {
  const setup = await setUpAttempt();
  setup.hook.meanwhile = () => setup.parts.holds.pin('docs', 'bob');
  expect(await setup.run()).toEqual({ findings: [], warnings: [], held: true });
  expect(setup.live()['docs']).toBe(one.release.digest);
});

test('going back is held by no pin, and takes nothing along that waits', async () => {
  const setup = await setUpAttempt();
  const news = version('first', 'news');
  await setup.receive(news);
  await setup.state.setReleaseState('news', news.release.digest, 'waiting', []);
  await setup.parts.holds.pin('docs', 'bob');
  const back = { ...deployment, action: 'rollback', note: 'why' } as const;
  expect((await attempt(setup.parts, [two.release], back)).findings).toEqual([]);
  expect([setup.live()['docs'], setup.live()['news']]).toEqual([two.release.digest, undefined]);
  expect((await setup.history()).map(({ app, action, note }) => [app, action, note])).toEqual([
    ['docs', 'rollback', 'why'],
  ]);
});

const BY = { actor: 'ada' };
const HOLD = { by: 'pin', reason: 'docs is pinned by bob' } as const;
const own = finding('docs', admissionErrors.BUNDLE({ reason: 'boom' }));
const others = finding('docs', admissionErrors.SUPERSEDED({ app: 'docs' }), 'news');

async function setUpHeld() {
  const setup = await setUpParts();
  const shell = shellRelease();
  await setup.receive(shell, two);
  const candidate = await setup.parts.candidates.prepare({ shell: shell.release });
  await setup.parts.activation.activate({ candidate, replaces: null, history: [] });
  const stateOf = async () => (await setup.state.release('docs', two.release.digest))!;
  return { ...setup, stateOf };
}

test.each([
  ['its own defect: it is refused for good', own, 'refused', undefined],
  ["another app's version: it waits for that", others, 'waiting', ['news']],
])('a release with %s', async (_, found, state, waitsFor) => {
  const { parts, stateOf, history } = await setUpHeld();
  const decision = await refuse(parts, [two.release], BY, [found]);
  expect([decision.outcome, decision.waitsFor]).toEqual(['refused', waitsFor]);
  expect(await stateOf()).toMatchObject({ state, findings: [found] });
  const [entry] = await history('docs');
  expect(entry).toMatchObject({ action: 'refuse', actor: 'ada' });
  expect(entry!.note).toContain(`${found.code}: ${found.reason}`);
  expect(entry!.note.includes('news')).toBe(waitsFor !== undefined);
});

test('what was to go back and may not keeps its state', async () => {
  const { parts, stateOf, state } = await setUpHeld();
  await state.setReleaseState('docs', two.release.digest, 'admitted', []);
  const decision = await refuse(parts, [two.release], { ...BY, action: 'rollback' }, [others]);
  expect([decision.waitsFor, (await stateOf()).state]).toEqual([undefined, 'admitted']);
});

test('what is held is checked all the same, and then waits as admitted', async () => {
  const { parts, stateOf, history } = await setUpHeld();
  await parts.holds.pin('docs', 'bob');
  const decision = await holdReleases(parts, [two.release], { actor: 'ada' }, HOLD);
  expect(decision).toMatchObject({ outcome: 'held', held: HOLD, findings: [] });
  expect((await stateOf()).state).toBe('admitted');
  expect((await history('docs'))[0]).toMatchObject({ action: 'admit', note: HOLD.reason });
});

test('what is bad is refused at once, also while it would be held', async () => {
  const { parts, broken, stateOf } = await setUpHeld();
  await parts.holds.pin('docs', 'bob');
  broken.add(two.release.digest);
  expect((await holdReleases(parts, [two.release], { actor: 'ada' }, HOLD))!.outcome).toBe('refused');
  expect((await stateOf()).state).toBe('refused');
});

test('a hold that ended during the checks holds nothing', async () => {
  const { parts, history } = await setUpHeld();
  expect(await holdReleases(parts, [two.release], { actor: 'ada' }, HOLD)).toBeUndefined();
  expect(await history('docs')).toEqual([]);
});
