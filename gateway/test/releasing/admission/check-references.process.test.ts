import type { Status } from '@voltframe/kit/contract/operations/site-status';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { expect, test } from 'vitest';
import { type FixtureRelease, remoteRelease } from '../../fixtures/fixture-release.ts';
import { packOf, setUpOps } from '../../operations/operations-setup.ts';

const remote = (app: string, pages: Record<string, string>, more = ''): FixtureRelease => {
  const idOf = (path: string) => path.slice(1).replaceAll('/', '.');
  const entries = Object.entries(pages).map(
    ([path, html]) => `${JSON.stringify(idOf(path))}: { Component: () => ${JSON.stringify(html)} }`,
  );
  return remoteRelease({
    app,
    routes: Object.keys(pages).map((path) => ({ id: idOf(path), path })),
    server: `module.exports = { pages: { ${entries.join()} }, islands: {}, guards: {} }; // ${more}`,
  });
};
const NEWS = { '/news': '<p><a href="/docs/a?x#y">A page</a></p>' };
const DOCS = { '/docs': '<p>home</p>', '/docs/a': '<p>a</p>' };
const LEFT = '/news of news links to /docs/a, which docs removes';

test('a removed page that another team links to is reported to both, and to the owner until the link is fixed', async () => {
  const { publish, call, operator } = await setUpOps([remote('docs', DOCS), remote('news', NEWS)]);
  const push = async (release: FixtureRelease, query = '') => {
    const answer = await publish(operator, release.release.app, await packOf(release), query);
    return { ...answer, verdict: answer.body as Verdict };
  };
  const openWarnings = async () => {
    const { apps } = (await call('GET', '/-/status', operator)).body as Status;
    return apps.flatMap(({ app, warnings = [] }) => warnings.map(({ reason }) => `${app}: ${reason}`));
  };
  const notes = async (app: string) => {
    const { history } = (await call('GET', `/-/history?app=${app}&limit=1`, operator)).body as {
      history: { action: string; note: string }[];
    };
    return history.map(({ action, note }) => `${action}: ${note}`);
  };
  const less = remote('docs', { '/docs': '<p>home</p>' });

  const checked = await push(less, '?check=1');
  expect([checked.status, checked.verdict.warnings?.map(({ reason }) => reason)]).toEqual([200, [LEFT]]);
  expect(await openWarnings()).toEqual([]);

  const { verdict } = await push(less);
  expect([verdict.activated, verdict.warnings?.map(({ owner, reason }) => [owner, reason])]).toEqual([
    true,
    [['news', LEFT]],
  ]);
  expect(await notes('docs')).toEqual([`activate: ADMISSION_LINK_LEFT: ${LEFT}`]);
  expect(await notes('news')).toEqual([`warn: ADMISSION_LINK_LEFT: ${LEFT}`]);
  expect(await openWarnings()).toEqual([`news: ${LEFT}`]);

  const hotfix = await push(remote('news', NEWS, 'a hotfix of something else'));
  expect([hotfix.verdict.activated, hotfix.verdict.warnings?.length]).toEqual([true, 1]);
  expect(await openWarnings()).toEqual(['news: /news links to /docs/a, which does not exist']);

  const worse = await push(remote('news', { '/news': '<a href="/docs/a">a</a><a href="/nowhere">b</a>' }));
  expect([worse.status, worse.verdict.checks.map(({ reason }) => reason)]).toEqual([
    422,
    ['/news links to /nowhere, which does not exist'],
  ]);

  await push(remote('docs', DOCS));
  expect(await openWarnings()).toEqual([]);
}, 60_000);

test('with ADMISSION_LINKS=refuse, the release waits for the owner of the link, and nothing changes', async () => {
  const releases = [remote('docs', DOCS), remote('news', NEWS)];
  const { publish, operator, site } = await setUpOps(releases, { ADMISSION_LINKS: 'refuse' });
  const before = site.live()!.composition.id;
  const { status, body } = await publish(
    operator,
    'docs',
    await packOf(remote('docs', { '/docs': '<p>home</p>' })),
  );
  expect(status).toBe(409);
  expect(body).toMatchObject({ accepted: false, waiting: { for: 'app', apps: ['news'] } });
  expect(site.live()!.composition.id).toBe(before);
}, 60_000);
