import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type FakeCms, json, startFakeCms } from '../../fixtures/fake-cms.ts';
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

/** A gateway with the shell and these releases, and with the settings of the upstream `cms`. */
function startWith(cms: FakeCms, settings: string, releases = [docs], env: Record<string, string> = {}) {
  const file = path.join(testFolder(), 'upstreams.yml');
  writeFileSync(file, `cms: { url: '${cms.url}', apps: [docs]${settings} }`);
  return startTestGateway([shellRelease(), ...releases], { UPSTREAMS: file, ...env });
}

const read = async ({ app }: TestGateway, url = '/docs') => {
  const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } });
  const [, title] = /<main><h1>(.*?)<\/h1>/.exec(body) ?? [];
  return { status: statusCode, title, data: headers['x-data'] };
};

test('shows the newest answer of an upstream, and the last one during an outage, also after a restart', async () => {
  const cms = await startFakeCms();
  cms.answer(json({ title: 'one' }));
  const settings = `, headers: { authorization: 'Bearer \${CMS_TOKEN}' }`;
  const gateway = await startWith(cms, settings, [docs], { CMS_TOKEN: 's3cret' });
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

test('admits a release by recorded answers, and does not show them to visitors', async () => {
  const cms = await startFakeCms();
  await cms.close();
  const gateway = await startWith(cms, '', []);
  await gateway.publish(docs);
  expect(gateway.site.live()?.composition.apps).not.toHaveProperty('docs');
  const answer = { upstream: 'cms', path: '/docs', query: [], status: 200, headers: {} };
  const recorded = JSON.stringify([{ ...answer, text: '{"title":"recorded"}' }]);
  await gateway.publish(docsWith({ '@upstreams.recorded.json': recorded }));
  expect(gateway.site.live()?.composition.apps).toHaveProperty('docs');
  expect(await read(gateway)).toMatchObject({ status: 502, title: undefined });
});

test('answers other pages of an app while a visitor requests slow ones', async () => {
  const cms = await startFakeCms();
  cms.answer((response, request) => {
    if (!request.url?.includes('slow')) json({ title: 'one' })(response, request);
  });
  const gateway = await startWith(cms, ', timeout: 300ms');
  const slow = Array.from({ length: 12 }, (_, index) => read(gateway, `/docs/slow-${index}`));
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array.from(slow, () => 504));
  expect(await read(gateway, '/docs/other')).toMatchObject({ status: 200, title: 'one' });
  cms.answer(json({ title: 'two' }));
  gateway.pass(61_000);
  await expect.poll(() => read(gateway)).toMatchObject({ title: 'two', data: undefined });
});

test('renders listed pages while a visitor requests slow answers', async () => {
  const cms = await startFakeCms();
  cms.answer((response, request) => {
    if (!request.url?.includes('slow')) json({ title: 'one' })(response, request);
  });
  // The last ones are not prerendered.
  const all = Array.from({ length: 250 }, (_, index) => `/docs/listed-${index}`);
  const listed = all.slice(-10);
  const paths = `paths: () => ${JSON.stringify(all.map((at) => ({ path: at })))}`;
  const listing = docsWith({}, page.replace('server: {', `server: { ${paths},`));
  const gateway = await startWith(cms, ', timeout: 1500ms, perSecond: 1000', [listing]);
  expect(gateway.site.live()?.composition.apps).toHaveProperty('docs');
  const slow = Array.from({ length: 12 }, (_, index) => read(gateway, `/docs/slow-${index}`));
  await expect.poll(() => cms.asked.filter((at) => at.includes('slow')).length).toBeGreaterThan(3);
  const pages = await Promise.all(listed.map((at) => read(gateway, at)));
  expect(pages.map(({ status }) => status)).toEqual(Array.from(listed, () => 200));
  expect(new Set((await Promise.all(slow)).map(({ status }) => status))).not.toContain(200);
});
