import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { json, startFakeCms } from '../../fixtures/fake-cms.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

const HOUR_MS = 3_600_000;
const page = `{
  Component: ({ data }) => '<h1>' + data.title + '</h1>',
  server: { loader: async ({ upstream, path }) => JSON.parse((await upstream('cms').get(path)).text) },
}`;
const docsWith = (data: Record<string, string> = {}, pageOfSlug = page) =>
  remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.page', path: '/docs/:slug', prerender: false },
    ],
    server: `module.exports = {
    pages: { 'docs.home': ${page}, 'docs.page': ${pageOfSlug} },
    islands: {}, guards: {} };`,
    data,
    change: (release) => void (release.upstreams = { cms: { paths: ['/**'] } }),
  });
const docs = docsWith();

const read = async ({ app }: TestGateway, url = '/docs') => {
  const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } });
  const [, title] = /<main><h1>(.*?)<\/h1>/.exec(body) ?? [];
  return { status: statusCode, title, data: headers['x-data'] };
};

test('a page shows what an upstream says: the newest when told so, the last when it is gone, over a restart too', async () => {
  const cms = await startFakeCms();
  cms.answer(json({ title: 'one' }));
  const file = path.join(testFolder(), 'upstreams.yml');
  writeFileSync(
    file,
    `cms: { url: '${cms.url}', apps: [docs], headers: { authorization: 'Bearer \${CMS_TOKEN}' } }`,
  );
  const gateway = await startTestGateway([shellRelease(), docs], { UPSTREAMS: file, CMS_TOKEN: 's3cret' });
  expect(await read(gateway)).toEqual({ status: 200, title: 'one', data: undefined });
  expect(cms.headers[0]).toMatchObject({ authorization: 'Bearer s3cret' });

  cms.answer(json({ title: 'two' }));
  gateway.pass(61_000);
  await expect.poll(() => read(gateway)).toMatchObject({ title: 'two' });

  await cms.close();
  const restarted = await gateway.restart();
  restarted.pass(HOUR_MS);
  expect(await read(restarted)).toMatchObject({ status: 200, title: 'two' });
  await expect.poll(() => read(restarted)).toEqual({ status: 200, title: 'two', data: 'stale' });
  expect(await read(restarted, '/docs/never-asked')).toMatchObject({ status: 502 });
});

test('a release whose upstream never answered goes live by what was recorded; visitors are shown none of that', async () => {
  const cms = await startFakeCms();
  await cms.close();
  const file = path.join(testFolder(), 'upstreams.yml');
  writeFileSync(file, `cms: { url: '${cms.url}', apps: [docs] }`);
  const gateway = await startTestGateway([shellRelease()], { UPSTREAMS: file });
  await gateway.publish(docs);
  expect(gateway.site.live()?.composition.apps).not.toHaveProperty('docs');
  const answer = { upstream: 'cms', path: '/docs', query: [], status: 200, headers: {} };
  const recorded = JSON.stringify([{ ...answer, text: '{"title":"recorded"}' }]);
  await gateway.publish(docsWith({ '@upstreams.recorded.json': recorded }));
  expect(gateway.site.live()?.composition.apps).toHaveProperty('docs');
  expect(await read(gateway)).toMatchObject({ status: 502, title: undefined });
});

test('slow answers that a visitor asks for, however many, refuse nobody the other pages of the app', async () => {
  const cms = await startFakeCms();
  cms.answer((response, request) => {
    if (!request.url?.includes('slow')) json({ title: 'one' })(response, request);
  });
  const file = path.join(testFolder(), 'upstreams.yml');
  writeFileSync(file, `cms: { url: '${cms.url}', apps: [docs], timeout: 300ms }`);
  const gateway = await startTestGateway([shellRelease(), docs], { UPSTREAMS: file });
  const slow = Array.from({ length: 12 }, (_, index) => read(gateway, `/docs/slow-${index}`));
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array.from(slow, () => 504));
  expect(await read(gateway, '/docs/other')).toMatchObject({ status: 200, title: 'one' });
  cms.answer(json({ title: 'two' }));
  gateway.pass(61_000);
  await expect.poll(() => read(gateway)).toMatchObject({ title: 'two', data: undefined });
});

test('while one visitor asks for slow answers, listed pages are rendered with what other keys answer', async () => {
  const cms = await startFakeCms();
  cms.answer((response, request) => {
    if (!request.url?.includes('slow')) json({ title: 'one' })(response, request);
  });
  const file = path.join(testFolder(), 'upstreams.yml');
  writeFileSync(file, `cms: { url: '${cms.url}', apps: [docs], timeout: 1500ms, perSecond: 1000 }`);
  // The last ones are not rendered ahead.
  const all = Array.from({ length: 250 }, (_, index) => `/docs/listed-${index}`);
  const listed = all.slice(-10);
  const paths = `paths: () => ${JSON.stringify(all.map((at) => ({ path: at })))}`;
  const listing = docsWith({}, page.replace('server: {', `server: { ${paths},`));
  const gateway = await startTestGateway([shellRelease(), listing], { UPSTREAMS: file });
  expect(gateway.site.live()?.composition.apps).toHaveProperty('docs');
  const slow = Array.from({ length: 12 }, (_, index) => read(gateway, `/docs/slow-${index}`));
  await expect.poll(() => cms.asked.filter((at) => at.includes('slow')).length).toBeGreaterThan(3);
  const pages = await Promise.all(listed.map((at) => read(gateway, at)));
  expect(pages.map(({ status }) => status)).toEqual(Array.from(listed, () => 200));
  expect(new Set((await Promise.all(slow)).map(({ status }) => status))).not.toContain(200);
});
