import { expect, test } from 'vitest';
import {
  type DeployerOptions,
  createDeployer,
} from '../../../../src/releasing/activation/deploying/deployer.ts';
import {
  type FixtureRelease,
  remoteRelease,
  shellRelease,
  version,
} from '../../../fixtures/fixture-release.ts';
import { setUpParts } from '../../../fixtures/test-changes.ts';

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
