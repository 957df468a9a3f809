import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pagesBundle, remoteRelease } from '../fixtures/fixture-release.ts';
import { packOf, pageText, setUpOps, version } from '../operations/operations-setup.ts';

async function setUp(env: Record<string, string> = {}) {
  const setup = await setUpOps([version('one')], env);
  const two = version('two');
  const result = await setup.publish(setup.team, 'docs', await packOf(two), '?preview=1');
  const { pathname } = new URL(result.body.previewUrl);
  const open = async (url = pathname, cookie = '') => {
    const answer = await setup.app.inject({ url, headers: { cookie } });
    return { ...answer, cookie: String(answer.headers['set-cookie']).split(';')[0]! };
  };
  return { ...setup, two, result, pathname, open };
}

test('a preview is admitted, kept and not live', async () => {
  const setup = await setUp();
  const live = setup.site.live()!.composition.id;
  expect(setup.result).toMatchObject({ status: 200, body: { accepted: true, activated: false, checks: [] } });
  expect(setup.result.body.composition).not.toBe(live);
  expect(setup.result.body.previewUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  expect(await pageText(setup)).toContain('one');
  const status = (await setup.call('GET', '/-/status', setup.team)).body;
  expect(status.previews).toMatchObject([{ id: setup.result.body.composition, apps: ['docs'] }]);
  expect(status.leases).toEqual([]);
});

test('its address leads to the page that changed, and shows the candidate without JavaScript, unkept and unindexed', async () => {
  const setup = await setUp();
  const opened = await setup.open();
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/docs']);
  expect(String(opened.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Lax$/);
  const page = await setup.app.inject({
    url: '/docs',
    headers: { accept: 'text/html', cookie: opened.cookie },
  });
  expect(page.body).toContain('<h1>two</h1>');
  expect(page.body).toContain('Leave the preview');
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store, private',
    'x-robots-tag': 'noindex, nofollow',
    'x-composition': setup.result.body.composition,
  });
  expect(await pageText(setup)).toContain('one');
});

test('data, islands and manifest of a candidate come from it', async () => {
  const setup = await setUp();
  const { cookie } = await setup.open();
  const id = setup.result.body.composition;
  for (const url of [`/docs/_payload.json?${id}`, '/docs/_payload.json', '/docs/_payload.json?t=1']) {
    const { headers, statusCode } = await setup.app.inject({ url, headers: { cookie } });
    expect([statusCode, headers['x-composition'], headers['cache-control']]).toEqual([
      200,
      id,
      'no-store, private',
    ]);
  }
  expect((await setup.app.inject(`/builds/meta/${id}.json`)).json().id).toBe(id);
  const marker = await setup.app.inject({ url: '/builds/latest.json', headers: { cookie } });
  expect(marker.json().id).toBe(id);
});

test.each([
  ['a forged signature', (token: string) => `${token.slice(0, -4)}AAAA`],
  ['another composition', (token: string) => token.replace(/^[0-9a-f]{32}/, 'f'.repeat(32))],
  ['a later end', (token: string) => token.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`)],
  ['no form at all', () => 'x'],
])('%s shows the live site', async (_, change) => {
  const setup = await setUp();
  const opened = await setup.open(setup.pathname.replace(/[^/]+$/, change));
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/']);
  const token = setup.pathname.slice('/-/preview/'.length);
  expect(await pageText(setup, '/docs', `preview=${change(token)}`)).toContain('<h1>one</h1>');
});

test('an expired one shows the live site', async () => {
  const setup = await setUp({ PREVIEW_LEASE: '1ms' });
  const token = setup.pathname.slice('/-/preview/'.length);
  await expect.poll(() => Date.now() > setup.result.body.previewUntil).toBe(true);
  expect((await setup.open()).headers.location).toBe('/');
  expect(await pageText(setup, '/docs', `preview=${token}`)).toContain('<h1>one</h1>');
});

test('leaving it ends it', async () => {
  const setup = await setUp();
  const { cookie } = await setup.open();
  const left = await setup.open('/-/preview', cookie);
  expect(String(left.headers['set-cookie'])).toMatch(/^preview=;.*Max-Age=0/);
});

test('activation is separate, and the live composition keeps no end', async () => {
  const setup = await setUp();
  const published = await setup.publish(setup.team, 'docs', await packOf(setup.two));
  expect(published.body).toMatchObject({ activated: true, composition: setup.result.body.composition });
  const again = await setup.publish(setup.team, 'docs', await packOf(setup.two), '?preview=1');
  expect(again.body).toMatchObject({ accepted: true, composition: setup.site.live()!.composition.id });
  expect((await setup.call('GET', '/-/status', setup.team)).body.previews).toEqual([]);
  expect(await pageText(await setup.restart())).toContain('two');
});

test('a refused preview keeps nothing', async () => {
  const setup = await setUpOps([version('one')]);
  const broken = remoteRelease({ server: pagesBundle({ 'docs.home': '' }) });
  const result = await setup.publish(setup.team, 'docs', await packOf(broken), '?preview=1');
  expect(result).toMatchObject({
    status: 422,
    body: { accepted: false, checks: [{ code: 'ADMISSION_PAGE' }] },
  });
  expect(result.body.previewUrl).toBeUndefined();
  expect((await setup.call('GET', '/-/releases/docs', setup.team)).body.releases).toHaveLength(1);
});

test('check and preview at once are refused', async () => {
  const setup = await setUpOps([version('one')]);
  const result = await setup.publish(setup.team, 'docs', await packOf(version('two')), '?preview=1&check=1');
  expect(result).toMatchObject({ status: 400, body: { code: 'OPS_CHECK_OR_PREVIEW' } });
});

test('its secret is kept in the data folder for its owner alone', async () => {
  const setup = await setUp();
  const file = path.join(setup.config.dataDir, 'secrets', 'preview');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).length).toBeGreaterThan(40);
});
