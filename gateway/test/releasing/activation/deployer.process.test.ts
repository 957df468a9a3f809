import { expect, test } from 'vitest';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

const operatorOf = async ({ tokens }: TestGateway): Promise<string> =>
  (await tokens.create({ role: 'operator', app: null, name: 'ada', expiresAt: null })).token;
const HTML = { accept: 'text/html' };

test('a new release is live at once; the page that was open before goes on with its own composition', async () => {
  const setup = await startTestGateway([shellRelease(), version('one')]);
  const before = setup.site.live()!.composition.id;
  await setup.publish(version('two'));
  const { app } = setup;
  expect((await app.inject({ url: '/docs', headers: HTML })).body).toContain('two');
  const old = await app.inject({ url: `/docs/_payload.json?${before}` });
  expect([old.statusCode, old.headers['x-composition'], old.json().composition]).toEqual([
    200,
    before,
    before,
  ]);
  expect((await app.inject('/assets/docs/one.0000000009.js')).body).toBe("'one';");
  expect((await app.inject(`/builds/meta/${before}.json`)).json().id).toBe(before);
});

test('a bad release of one app changes nothing that is live, and does not hold up another', async () => {
  const setup = await startTestGateway([shellRelease(), version('one'), version('first', 'news')]);
  const broken = remoteRelease({
    server:
      "module.exports = { pages: { 'docs.home': { Component: () => { throw new Error('boom') } } }, islands: {}, guards: {} };",
  });
  await setup.publish(broken, version('second', 'news'));
  expect((await setup.app.inject({ url: '/docs', headers: HTML })).body).toContain('one');
  expect((await setup.app.inject({ url: '/news', headers: HTML })).body).toContain('second');
});

test('of pages that are rendered side by side, only the one that hangs is accused', async () => {
  const server = `module.exports = { pages: {
    'docs.good': { Component: () => new Promise((done) => setTimeout(() => done('<h1>Good</h1>'), 50)) },
    'docs.bad': { Component: () => { for (;;); } },
  }, islands: {}, guards: {} };`;
  const routes = [
    { id: 'docs.good', path: '/docs' },
    { id: 'docs.bad', path: '/endless' },
  ];
  const setup = await startTestGateway([shellRelease()], { RENDER_TIMEOUT: '1s' });
  const hanging = remoteRelease({ routes, server });
  await setup.publish(hanging);
  const { history } = (
    await setup.ops.inject({
      url: '/-/history?app=docs&limit=1',
      headers: { authorization: `Bearer ${await operatorOf(setup)}` },
    })
  ).json();
  expect(history[0].note).toMatch(
    /^ADMISSION_PAGE: \/endless \(docs\.bad\) [^\n]*took longer than 1000 ms[^\n]*$/,
  );
});

/** As many pages that never end as there are routes. */
const endless = (pages: number) => {
  const ids = Array.from({ length: pages }, (_, at) => `docs.p${at}`);
  const server = `module.exports = { pages: Object.fromEntries(${JSON.stringify(ids)}.map((id) =>
    [id, { Component: () => { for (;;); } }])), islands: {}, guards: {} };`;
  return remoteRelease({ routes: ids.map((id, at) => ({ id, path: `/docs/${at}` })), server });
};
const noteOf = async (setup: TestGateway): Promise<string> => {
  const headers = { authorization: `Bearer ${await operatorOf(setup)}` };
  const answer = await setup.ops.inject({ url: '/-/history?app=docs&limit=1', headers });
  return answer.json().history[0].note;
};

test('pages that never end are not all waited for: after three the rest is not looked at', async () => {
  const setup = await startTestGateway([shellRelease()], { RENDER_TIMEOUT: '1s' });
  await setup.publish(endless(12));
  const note = await noteOf(setup);
  expect(note).toContain('ADMISSION_TIMEOUTS: 3 pages used up their time limit');
  expect(note.match(/took longer than 1000 ms/g)!.length).toBeLessThanOrEqual(4);
});

test('an admission ends with its deadline, however long its pages may take; what is live stays', async () => {
  const before = await startTestGateway([shellRelease(), version('one')]);
  await before.close();
  const env = { RENDER_TIMEOUT: '1h', ADMISSION_TIMEOUT: '2s' };
  const setup = await startTestGateway([], env, before.folder);
  await setup.publish(endless(1));
  expect(await noteOf(setup)).toContain(
    'ADMISSION_DEADLINE: The checks of this release took longer than 2000 ms',
  );
  expect((await setup.app.inject({ url: '/docs', headers: HTML })).body).toContain('one');
});

test('what was live is served after a restart, from the disk alone', async () => {
  const setup = await startTestGateway([shellRelease(), version('one')]);
  const { id } = setup.site.live()!.composition;
  const again = await setup.restart();
  expect(again.site.live()!.composition.id).toBe(id);
  expect((await again.app.inject({ url: '/docs', headers: HTML })).body).toContain('one');
});

test('another site configuration is another composition', async () => {
  const setup = await startTestGateway([shellRelease(), version('one')]);
  const { id } = setup.site.live()!.composition;
  await setup.close();
  const renamed = await startTestGateway([], { SITE_NAME: 'Other' }, setup.folder);
  expect(renamed.site.live()!.composition.id).not.toBe(id);
  expect((await renamed.app.inject(`/docs/_payload.json?${id}`)).statusCode).toBe(200);
});

test('remotes that arrive before the shell wait for it', async () => {
  const setup = await startTestGateway([version('one')]);
  expect(setup.site.live()).toBeUndefined();
  await setup.publish(shellRelease());
  expect((await setup.app.inject({ url: '/docs', headers: HTML })).body).toContain('one');
});

test('a route moves between remotes in either order of arrival', async () => {
  const routes = (app: string, paths: string[]) =>
    remoteRelease({ app, routes: paths.map((path, index) => ({ id: `${app}.${index}`, path })) });
  const setup = await startTestGateway([
    shellRelease(),
    routes('docs', ['/docs', '/moved']),
    routes('news', ['/news']),
  ]);
  await setup.publish(routes('news', ['/news', '/moved']));
  expect(setup.site.live()!.composition.routes.find(({ path }) => path === '/moved')!.app).toBe('docs');
  await setup.publish(routes('docs', ['/docs']));
  expect(setup.site.live()!.composition.routes.find(({ path }) => path === '/moved')!.app).toBe('news');
});

test('a major version of a shared module goes live once every app is there', async () => {
  const needs = (app: string, range: string) => remoteRelease({ app, requires: { react: range } });
  const setup = await startTestGateway([shellRelease(), needs('docs', '^19.0.0'), needs('news', '^19.0.0')]);
  const { id } = setup.site.live()!.composition;
  await setup.publish(shellRelease({ provides: { react: '20.0.0' } }));
  await setup.publish(needs('docs', '^20.0.0'));
  expect(setup.site.live()!.composition.id).toBe(id);
  await setup.publish(needs('news', '^20.0.0'));
  expect(setup.site.live()!.releases['shell']!.shared.provides['react']).toBe('20.0.0');
  expect(setup.site.live()!.releases['docs']!.shared.requires['react']).toBe('^20.0.0');
});

test('a fourth remote appears and is retired without touching shell or gateway', async () => {
  const setup = await startTestGateway([shellRelease(), version('one')]);
  await setup.publish(version('new', 'extra'));
  expect((await setup.app.inject({ url: '/extra', headers: HTML })).statusCode).toBe(200);
  expect((await setup.app.inject('/sitemap.xml')).body).toContain('/extra<');
  await setup.changes.retire('extra', 'tester');
  expect((await setup.app.inject({ url: '/extra', headers: HTML })).statusCode).toBe(404);
});

test('a release of one app renders no page of another again', async () => {
  const setup = await startTestGateway([shellRelease(), version('one'), version('first', 'news')]);
  const before = (await setup.app.inject('/news/_payload.json')).json().prerenderedAt;
  await setup.publish(version('two'));
  expect((await setup.app.inject('/news/_payload.json')).json().prerenderedAt).toBe(before);
});

test('one app whose bundle does not load is refused alone, also at the very first start', async () => {
  const broken = remoteRelease({ app: 'news', server: "throw new Error('not today')" });
  const setup = await startTestGateway([shellRelease(), version('one'), broken]);
  expect(Object.keys(setup.site.live()!.composition.apps)).toEqual(['docs', 'shell']);
});
