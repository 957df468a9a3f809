import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { DAY_MS } from '@voltframe/kit/contract/units';
import { expect, test } from 'vitest';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { setUpSite } from '../../fixtures/test-changes.ts';

const [one, two, three, four] = [version('one'), version('two'), version('three'), version('four')];
const digest = { one: one.release.digest, two: two.release.digest, three: three.release.digest };

async function setUp() {
  const setup = await setUpSite([shellRelease(), one]);
  const forgotten: string[] = [];
  setup.site.forget = async (release) => void forgotten.push(release.digest);
  await setup.publish(two);
  return { ...setup, forgotten };
}

test('a rollback activates the previous release, and deletes the renderings of the replaced one', async () => {
  const { changes, live, forgotten } = await setUp();
  expect(await changes.rollback('docs', undefined, 'bob')).toMatchObject({
    from: digest.two,
    to: digest.one,
  });
  expect([live()['docs'], forgotten]).toEqual([digest.one, [digest.two]]);
});

test('a rollback skips no release that a gateway with a clock two days ahead activated', async () => {
  const { changes, publish, live, clock } = await setUp();
  clock.now += 2 * DAY_MS;
  await publish(three);
  clock.now -= 2 * DAY_MS;
  await publish(four);
  await changes.rollback('docs', undefined, 'bob');
  expect(live()['docs']).toBe(digest.three);
});

test('a second rollback activates a still earlier release, never the one that was rolled back', async () => {
  const { changes, publish, live, state } = await setUp();
  await publish(three);
  await changes.rollback('docs', undefined, 'bob');
  await changes.rollback('docs', undefined, 'bob');
  expect(live()['docs']).toBe(digest.one);
  expect((await state.release('docs', digest.three))!.rolledBackAt).not.toBeNull();
  await expect(changes.rollback('docs', undefined, 'bob')).rejects.toMatchObject({
    code: 'GW_NO_EARLIER_RELEASE',
  });
});

test('a rollback that is undone can be repeated: neither release counts as rolled back', async () => {
  const { changes, live, state } = await setUp();
  await changes.rollback('docs', undefined, 'bob');
  await changes.rollback('docs', digest.two, 'bob');
  expect(live()['docs']).toBe(digest.two);
  for (const name of [digest.one, digest.two])
    expect((await state.release('docs', name))!.rolledBackAt).toBeNull();
  await changes.rollback('docs', undefined, 'bob');
  expect(live()['docs']).toBe(digest.one);
});

test('a rollback to a release that was live starts it without a check', async () => {
  let checks = 0;
  const checkClient = async () => {
    checks++;
    return [];
  };
  const { changes, publish, started } = await setUpSite([shellRelease(), one], { checkClient });
  await publish(two);
  const before = { checks, started: started.length };
  await changes.rollback('docs', undefined, 'bob');
  expect([checks, started.slice(before.started)]).toEqual([before.checks, ['docs']]);
});

test('a rollback to a release that was never live checks it first', async () => {
  const { changes, publish, live, broken, history } = await setUp();
  await changes.pin('docs', undefined, 'bob');
  await publish(three);
  broken.add(digest.three);
  expect(await changes.rollback('docs', digest.three, 'bob')).toMatchObject({ accepted: false });
  expect([live()['docs'], (await history('docs'))[0]!.action]).toEqual([digest.two, 'refuse']);
  broken.clear();
  expect(await changes.rollback('docs', digest.three, 'bob')).toMatchObject({ to: digest.three });
});

test('a release that was live can be rolled back to after it was published again, held and withdrawn', async () => {
  const { changes, publish, live } = await setUp();
  await changes.freeze('', 'bob');
  await publish(one);
  await changes.withdraw('docs', 'ada');
  for (const to of [digest.one, undefined]) {
    await changes.rollback('docs', to, 'bob');
    expect(live()['docs']).toBe(digest.one);
    await changes.rollback('docs', digest.two, 'bob');
  }
});

test('a withdrawn release that was never live cannot be rolled back to', async () => {
  const { changes, publish } = await setUp();
  await changes.freeze('', 'bob');
  await publish(three);
  await changes.withdraw('docs', 'ada');
  await expect(changes.rollback('docs', digest.three, 'bob')).rejects.toMatchObject({
    code: 'GW_RELEASE_UNKNOWN',
  });
});

test('a rollback to a release that does not start changes nothing', async () => {
  const { changes, broken, live, state } = await setUp();
  broken.add(digest.one);
  expect(await changes.rollback('docs', undefined, 'bob')).toMatchObject({ accepted: false });
  expect([live()['docs'], (await state.release('docs', digest.one))!.state]).toEqual([
    digest.two,
    'admitted',
  ]);
});

const needs = (range: string, app = 'docs', text = '') =>
  remoteRelease({ app, requires: { react: range }, client: { [`${text}.0000000009.js`]: `'${text}';` } });
const shellOf = (react: string, text = '') =>
  shellRelease({ provides: { react }, client: { [`${text}.0000000009.js`]: `'${text}';` } });

/** React 20 went live with a shell, docs and news together. */
async function migrated() {
  const setup = await setUpSite([shellOf('19.3.1'), needs('^19.0.0'), needs('*', 'news')]);
  const before = setup.live();
  await setup.publish(shellOf('20.0.0'), needs('^20.0.0'), needs('*', 'news', 'newer'));
  return { ...setup, before, migrated: setup.live() };
}

test('a rollback includes apps that went live together, as few as possible', async () => {
  const { changes, live, before, migrated: after, history } = await migrated();
  const { message } = (await changes.rollback('docs', undefined, 'bob')) as { message: string };
  expect(live()).toEqual({ ...before, news: after['news'] });
  expect(message).toContain('shell');
  expect((await history('shell'))[0]).toMatchObject({ action: 'rollback', to: before['shell'] });
});

test('a waiting release of an app that is rolled back with another one still waits', async () => {
  const { changes, publish, live, state } = await migrated();
  const waiting = shellOf('21.0.0');
  await publish(waiting);
  await changes.rollback('docs', undefined, 'bob');
  expect(live()['shell']).toBe(shellOf('19.3.1').release.digest);
  expect((await state.release('shell', waiting.release.digest))!.state).toBe('waiting');
});

test.each([
  [
    'has moved on',
    (setup: Awaited<ReturnType<typeof migrated>>) => setup.publish(shellOf('20.0.0', 'newer')),
  ],
  [
    'is pinned',
    (setup: Awaited<ReturnType<typeof migrated>>) => setup.changes.pin('shell', undefined, 'bob'),
  ],
])(
  'a rollback that needs an app that %s is refused with the command that includes the app',
  async (why, meanwhile) => {
    const setup = await migrated();
    await meanwhile(setup);
    const { changes, live, before, history } = setup;
    const stillLive = live();
    const to = before['docs']!;
    const command = `shell ${why} since. To take it back too: mfe rollback docs --to ${to.slice(0, 12)} --with shell`;
    expect(await changes.rollback('docs', undefined, 'bob')).toMatchObject({ checks: [{ fix: command }] });
    expect([live(), (await history('docs'))[0]!.action]).toEqual([stillLive, 'refuse']);
    expect((await changes.planRollback('docs', undefined)).checks).toMatchObject([{ fix: command }]);
    await changes.rollback('docs', to, 'bob', ['shell']);
    expect(live()).toMatchObject({ docs: to, shell: before['shell'] });
  },
);

test('a rollback that needs an earlier release which is not stored is refused without a command', async () => {
  const { changes, state, live, before, migrated: after } = await migrated();
  const { receivedAt } = (await state.release('shell', before['shell']!))!;
  await state.removeRelease('shell', before['shell']!, receivedAt);
  const { checks } = (await changes.rollback('docs', undefined, 'bob')) as Verdict;
  expect(checks).toMatchObject([{ code: 'ADMISSION_SHARED_VERSION' }]);
  expect(checks[0]!.fix).not.toContain('mfe rollback');
  expect(live()).toEqual(after);
});

test('a rollback retires an app that went live with the replaced release and conflicts with the earlier one', async () => {
  const page = (app: string, path: string) => remoteRelease({ app, routes: [{ id: `${app}.home`, path }] });
  const setup = await setUpSite([shellRelease(), page('docs', '/docs')]);
  await setup.publish(page('docs', '/handbook'), page('extra', '/docs'));
  const { also, pages } = await setup.changes.planRollback('docs', undefined);
  expect([also, pages]).toEqual([
    [{ app: 'extra', from: page('extra', '/docs').release.digest, to: null }],
    { back: ['/docs'], gone: ['/handbook'] },
  ]);
  await setup.changes.rollback('docs', undefined, 'bob');
  expect(Object.keys(setup.live())).toEqual(['docs', 'shell']);
});

test('waiting releases neither join nor block a rollback', async () => {
  const { changes, publish, live, broken } = await setUp();
  const waiting = needs('^20.0.0', 'news');
  await publish(waiting);
  broken.add(waiting.release.digest);
  await changes.rollback('docs', undefined, 'bob');
  expect(live()).toMatchObject({ docs: digest.one });
  expect(Object.keys(live())).not.toContain('news');
});

test.each([
  ['are tried after a rollback', false],
  ['still wait after a rollback during a freeze', true],
])('releases that wait for the app %s', async (_, isFrozen) => {
  const page = (app: string, ...paths: string[]) =>
    remoteRelease({ app, routes: paths.map((path, at) => ({ id: `${app}.${at}`, path })) });
  const first = page('docs', '/docs');
  const { changes, publish, live, settle } = await setUpSite([shellRelease(), first]);
  await publish(page('docs', '/docs', '/new'));
  const news = page('news', '/new');
  expect((await publish(news)).waiting).toMatchObject({ apps: ['docs'] });
  if (isFrozen) await changes.freeze('', 'bob');
  await changes.rollback('docs', undefined, 'bob');
  await settle();
  expect(live()).toMatchObject({ docs: first.release.digest });
  expect(live()['news']).toBe(isFrozen ? undefined : news.release.digest);
});

test('a rollback plan returns the effect of the rollback, and changes nothing', async () => {
  const { changes, live, clock } = await setUp();
  const { from, to, liveUntil, also, checks } = await changes.planRollback('docs', undefined);
  expect([from.digest, to.digest, liveUntil, also, checks]).toEqual([
    digest.two,
    digest.one,
    clock.now,
    [],
    [],
  ]);
  expect(live()['docs']).toBe(digest.two);
  await expect(changes.planRollback('docs', undefined, ['nobody'])).rejects.toMatchObject({
    code: 'GW_RELEASE_UNKNOWN',
  });
});

const section = (app: string, path: string, keeps: string[] = []) =>
  remoteRelease({ app, routes: [{ id: `${app}.home`, path }], keeps });

test.each([
  ['had pages in a segment', section('docs', '/docs'), 'ADMISSION_ROUTE_CLASH'],
  ['kept a segment', section('docs', '/manual', ['/docs']), 'ADMISSION_KEEPS_TAKEN'],
])(
  'a rollback to a release that %s is refused when another app has the segment, with the command',
  async (_, before, code) => {
    const { publish, changes, live } = await setUpSite([
      shellRelease(),
      section('docs', '/docs'),
      section('news', '/news'),
    ]);
    await publish(before);
    await publish(section('docs', '/manual'));
    await publish(section('news', '/docs'));
    const beside = live();
    const { digest: target } = before.release;
    const refused = await changes.rollback('docs', target, 'bob');
    expect(refused).toMatchObject({ accepted: false, checks: [{ code, app: 'docs', waitsFor: 'news' }] });
    const { checks, waiting } = refused as Verdict;
    expect(waiting).toBeUndefined();
    expect(checks[0]!.fix).toContain(`mfe rollback docs --to ${target.slice(0, 12)} --with news`);
    expect(live()).toEqual(beside);
    await changes.rollback('docs', target, 'bob', ['news']);
    expect(live()).toMatchObject({
      docs: target,
      news: section('news', '/news').release.digest,
    });
  },
);

test('an app that gave up a segment can be rolled back to a release that kept it', async () => {
  const { publish, changes, live } = await setUpSite([shellRelease(), section('docs', '/docs')]);
  const keeping = section('docs', '/manual', ['/docs']);
  await publish(keeping);
  await publish(section('docs', '/manual'));
  await changes.rollback('docs', undefined, 'bob');
  expect(live()['docs']).toBe(keeping.release.digest);
});
