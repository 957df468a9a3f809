import { expect, test } from 'vitest';
import type { FixtureRelease } from '../../../fixtures/fixture-release.ts';
import { remoteRelease, shellRelease, version } from '../../../fixtures/fixture-release.ts';
import { setUpSite } from '../../../fixtures/test-changes.ts';

const [one, two, hotfix] = [version('one'), version('two'), version('hotfix')];
const news = (paths: string[]) =>
  remoteRelease({ app: 'news', routes: paths.map((path, at) => ({ id: `news.${at}`, path })) });
/** Waits until news gives up a page. */
const waits = (text: string) =>
  remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.moved', path: '/moved' },
    ],
    client: { [`${text}.0000000009.js`]: `'${text}';` },
  });
/** Waits for a shell that has React 20. */
const migration = (text: string) =>
  remoteRelease({ requires: { react: '^20.0.0' }, client: { [`${text}.0000000009.js`]: `'${text}';` } });

async function setUp() {
  const setup = await setUpSite([shellRelease(), one, news(['/news', '/moved'])]);
  await setup.publish(two);
  const stateOf = async ({ release }: FixtureRelease) =>
    (await setup.state.release('docs', release.digest))!.state;
  /** What docs waits for comes. */
  const giveUp = () => setup.publish(news(['/news']));
  return { ...setup, stateOf, giveUp };
}
type Setup = Awaited<ReturnType<typeof setUp>>;

const words: [string, (setup: Setup) => Promise<unknown>][] = [
  ['a newer release', ({ publish }) => publish(hotfix)],
  ['what is live, published again', ({ publish }) => publish(two)],
  ['a rollback', ({ changes }) => changes.rollback('docs', undefined, 'bob')],
  ['a pin', ({ changes }) => changes.pin('docs', undefined, 'bob')],
  ['retiring', ({ changes }) => changes.retire('docs', 'bob')],
  ['a newer one that waits', ({ publish }) => publish(migration('newer'))],
];

test.each(words)('%s replaces what waits: it does not go live by itself any more', async (_, word) => {
  const setup = await setUp();
  expect((await setup.publish(waits('older'))).waiting).toMatchObject({ for: 'app', apps: ['news'] });
  await word(setup);
  const live = setup.live()['docs'];
  expect(await setup.stateOf(waits('older'))).toBe('superseded');
  await setup.giveUp();
  expect(setup.live()['docs']).toBe(live);
});

test('one that is refused says nothing: what waits goes live when it can', async () => {
  const setup = await setUp();
  await setup.publish(waits('older'));
  setup.broken.add(hotfix.release.digest);
  expect(await setup.publish(hotfix)).toMatchObject({ accepted: false });
  await setup.giveUp();
  expect(setup.live()['docs']).toBe(waits('older').release.digest);
});

test.each([
  ['a hotfix', 'stays', ({ publish }: Setup) => publish(hotfix)],
  ['a newer one that waits for another app', 'stays', ({ publish }: Setup) => publish(waits('newer'))],
  ['a newer migration', 'goes', ({ publish }: Setup) => publish(migration('newer'))],
  ['a rollback', 'goes', ({ changes }: Setup) => changes.rollback('docs', undefined, 'bob')],
])("what waits for another shell's shared modules, and %s: it %s", async (_, becomes, word) => {
  const setup = await setUp();
  await setup.publish(migration('older'));
  await word(setup);
  const stays = becomes === 'stays';
  expect(await setup.stateOf(migration('older'))).toBe(stays ? 'waiting' : 'superseded');
  if (!stays) return;
  await setup.publish(shellRelease({ provides: { react: '20.0.0' } }));
  await setup.publish(remoteRelease({ app: 'news', requires: { react: '^20.0.0' } }));
  expect(setup.live()['docs']).toBe(migration('older').release.digest);
});

test.each(words)('%s replaces what a freeze holds', async (_, word) => {
  const setup = await setUp();
  await setup.changes.freeze('', 'bob');
  const held = version('held');
  expect((await setup.publish(held)).waiting).toMatchObject({ for: 'freeze' });
  await word(setup);
  await setup.changes.unfreeze('bob');
  expect(setup.live()['docs']).not.toBe(held.release.digest);
  expect(await setup.stateOf(held)).toBe('admitted');
});
