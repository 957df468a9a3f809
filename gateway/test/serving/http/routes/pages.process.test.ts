import { createHash } from 'node:crypto';
import { CONTRACT_VERSION } from '@voltframe/kit/contract/contract-version';
import { tablesUrl } from '@voltframe/kit/contract/page/page-data';
import { expect, test } from 'vitest';
import { remoteRelease, shellRelease } from '../../../fixtures/fixture-release.ts';
import { shared } from '../../../fixtures/shared.ts';
import { startTestGateway } from '../../../fixtures/test-gateway.ts';

const HTML = { accept: 'text/html' };

const docs = () =>
  remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.page', path: '/docs/:slug' },
      { id: 'docs.tagged', path: '/tagged', query: ['tag'] },
      { id: 'docs.members', path: '/members', guards: ['members'], prerender: false },
    ],
    data: { 'list.json': '["one"]' },
    guards: { members: '' },
    rules: {
      '/docs/old': { redirect: { to: '/docs', status: 301 } },
      '/docs/head': { headers: { 'content-language': 'de' } },
    },
    server: `module.exports = {
      pages: {
        'docs.home': { Component: ({ data }) => '<h1>Docs ' + data.join() + ' \\uE000island:Note_x\\uE000</h1>', server: { loader: ({ content }) => content.data('list') } },
        'docs.page': { Component: ({ params }) => '<h1>' + params.slug + '</h1>', server: { validate: ({ params }) => params.slug !== 'nope', paths: () => [{ path: '/docs/one', updated: '2026-01-02' }] } },
        'docs.tagged': { Component: ({ search }) => '<h1>Tagged ' + search + '</h1>' },
        'docs.members': { Component: () => '<h1>Members</h1>' },
      },
      islands: {}, guards: { members: ({ path }) => path.includes('key=1') ? true : '/docs' } };`,
  });

const ORIGIN = 'https://images.example';

/** A page that loads from elsewhere, and files. */
const news = () =>
  remoteRelease({
    app: 'news',
    routes: [
      { id: 'news.home', path: '/news', prerender: false },
      { id: 'news.map', path: '/news/map', prerender: false, csp: { 'img-src': [ORIGIN] } },
    ],
    client: { 'kit.0000000009.txt': 'a kit', 'film.0000000009.webp': FILM },
    resources: ['/news/kit.txt', '/news/kit.pdf'],
    change(release) {
      const file = 'client/kit.0000000009.txt';
      release.public = { '/news/kit.txt': file, '/news/kit.pdf': file };
    },
  });
const FILM = 'x'.repeat(1024 * 1024 + 10);

/** What an app answers besides pages. */
const extra = () =>
  remoteRelease({
    app: 'extra',
    routes: [
      { id: 'extra.page', path: '/extra/:page', prerender: false },
      { id: 'extra.taken', path: '/extra/taken.xml', prerender: false },
    ],
    resources: ['/extra/feed.xml', '/extra/feed.pdf', '/extra/taken.xml'],
    server: feedsBundle('extra', ['/extra/feed.xml', '/extra/feed.pdf', '/extra/taken.xml']),
  });

/** Server bundle whose pages are all the same, and whose resources are of one type. */
function feedsBundle(app: string, resources: string[], type = 'application/atom+xml'): string {
  const answers = resources.map((at) => `'${at}': () => ({ type: '${type}', body: '<a/>' })`);
  const page = `{ Component: () => '<h1>Extra</h1>' }`;
  return `module.exports = { pages: { '${app}.page': ${page}, '${app}.taken': ${page} }, islands: {}, guards: {},
    resources: { ${answers.join()} } };`;
}

const start = shared(() =>
  startTestGateway([shellRelease({ change: today }), docs(), news(), extra()], {
    FOREIGN_SOURCES: `news img-src ${ORIGIN}`,
  }),
);

/** With an address for everybody, and a limit of new renderings. */
const startPublic = shared(() =>
  startTestGateway([shellRelease(), docs()], {
    SITE_URL: 'https://site.example',
    RENDER_NEW_PER_MINUTE: '3',
  }),
);

function today(release: { contract?: string }): void {
  release.contract = CONTRACT_VERSION;
}

test('a page is a whole document from the live composition, with its headers', async () => {
  const { app, site, now } = await start();
  const response = await app.inject({ url: '/docs', headers: HTML });
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('<header>LAYOUT </header><main><h1>Docs one </h1></main>');
  expect(response.body).toContain(`<footer>${new Date(now()).getUTCFullYear()}</footer>`);
  expect(response.body).not.toContain('\uE000');
  expect(response.headers['x-composition']).toBe(site.live()!.composition.id);
  expect(response.headers['content-security-policy']).toMatch(
    /default-src 'none'; script-src 'self' 'sha256-/,
  );
  expect(response.headers['strict-transport-security']).toBeUndefined();
  const data = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(response.body)![1]!);
  expect(data.scripts).toEqual([
    '/assets/shell/main.0000000001.js',
    '/assets/docs/docs.0000000001.js',
    '/assets/docs/page.0000000002.js',
  ]);
  expect(data.page).toMatchObject({ path: '/docs', routeId: 'docs.home', data: ['one'] });
});

test('a page that loads from elsewhere has its own policy, others do not, and a file of the app is at its address', async () => {
  const { app } = await start();
  const policyOf = async (url: string) =>
    String((await app.inject({ url, headers: HTML })).headers['content-security-policy']);
  expect(await policyOf('/news')).toContain("img-src 'self' data:;");
  // The second time it comes from memory.
  for (let asked = 0; asked < 2; asked++)
    expect(await policyOf('/news/map')).toContain(`img-src 'self' data: ${ORIGIN};`);
  const file = await app.inject({ url: '/news/kit.txt' });
  const { etag, 'content-type': type, 'cache-control': cache } = file.headers;
  expect([file.statusCode, file.body, type, cache]).toEqual([
    200,
    'a kit',
    'text/plain; charset=utf-8',
    'public, max-age=0, must-revalidate',
  ]);
  const again = await app.inject({ url: '/news/kit.txt', headers: { 'if-none-match': String(etag) } });
  expect(again.statusCode).toBe(304);
  // What it is decides, not what its address looks like.
  expect(await policyOf('/news/kit.pdf')).toBe("default-src 'none'; sandbox");
});

test('where no shared cache is told of changes, none is asked to keep an answer', async () => {
  const { app } = await start();
  for (const url of ['/docs', '/sitemap.xml', '/assets/docs/docs.0000000001.js']) {
    const { headers } = await app.inject({ url, headers: HTML });
    expect(Object.keys(headers).filter((name) => /^(?:cdn|cache-tag|surrogate)/.test(name))).toEqual([]);
  }
});

test('a HEAD has the length of the page in the requested coding; a 304 names the composition', async () => {
  const { app } = await start();
  const headers = { ...HTML, 'accept-encoding': 'br' };
  const { headers: first } = await app.inject({ url: '/docs', headers });
  expect(first['content-encoding']).toBe('br');
  const known = { ...headers, 'if-none-match': String(first.etag) };
  const second = await app.inject({ url: '/docs', headers: known });
  expect([second.statusCode, second.headers['x-composition']]).toEqual([304, first['x-composition']]);
  const head = await app.inject({ method: 'HEAD', url: '/docs', headers });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    first['content-length'],
  ]);
});

test.each([
  ['/nowhere', 404, 'Page not found: /nowhere', 'SITE_PAGE_NOT_FOUND', false],
  ['/nowhere?x=1', 404, 'Page not found: /nowhere?x=1', 'SITE_PAGE_NOT_FOUND', false],
  ['/docs/nope', 404, 'Page Not Found: /docs/nope', 'SITE_PAGE_REFUSED', true],
])('%s has status %d and its message, as HTML and as JSON', async (url, status, message, code, fatal) => {
  const { app } = await start();
  const html = await app.inject({ url, headers: { ...HTML, 'user-agent': 'Googlebot/2.1' } });
  expect(html.statusCode).toBe(status);
  expect(html.body).toContain('<h1>404 Page Not Found</h1>');
  expect(html.body).toContain(`<p data-variant="not-found">${message}</p>`);
  expect(html.body).toContain(`<title data-head>404 - ${message}`);
  expect(html.body).not.toContain('rel="canonical"');
  const json = await app.inject({ url, headers: { accept: 'application/json' } });
  expect([json.statusCode, json.json()]).toEqual([status, { status, code, message, fatal }]);
});

test.each([
  ['/docs/', '/docs'],
  ['//evil.example/', '/evil.example'],
  ['/docs//one', '/docs/one'],
  ['/docs/%6Fne?a=1', '/docs/one?a=1'],
])('%s is sent to its one spelling %s, which never leaves the site', async (url, location) => {
  const { app } = await start();
  const response = await app.inject({ url, headers: HTML });
  expect([response.statusCode, response.headers.location]).toEqual([308, location]);
});

test('with trailingSlash the other spelling is the right one', async () => {
  const { app } = await startTestGateway([shellRelease(), docs()], { SITE_TRAILING_SLASH: 'true' });
  expect((await app.inject({ url: '/docs', headers: HTML })).headers.location).toBe('/docs/');
  expect((await app.inject({ url: '/docs/', headers: HTML })).statusCode).toBe(200);
});

test('route rules redirect with their status and query; payloads say where to instead', async () => {
  const { app } = await start();
  const response = await app.inject({ url: '/docs/OLD?a=1', headers: HTML });
  expect([response.statusCode, response.headers.location]).toEqual([301, '/docs?a=1']);
  expect(response.headers['cache-control']).toBe('public, max-age=300');
  const payload = await app.inject({ url: '/docs/old/_payload.json' });
  expect(payload.json()).toEqual({ redirect: { to: '/docs', external: false } });
  expect((await app.inject({ url: '/docs/head', headers: HTML })).headers['content-language']).toBe('de');
});

test('only declared query parameters reach a page', async () => {
  const { app } = await start();
  expect((await app.inject({ url: '/tagged?x=1&tag=a', headers: HTML })).body).toContain('Tagged ?tag=a<');
  expect((await app.inject({ url: '/tagged?x=1', headers: HTML })).body).toContain('Tagged <');
});

test('parameters that change nothing share the answer of their page, and make none of their own', async () => {
  const { app, site } = await start();
  const ask = async (url: string) =>
    (await app.inject({ url, headers: { ...HTML, 'accept-encoding': 'identity' } })).body;
  const plain = await ask('/tagged?tag=a');
  for (const query of ['tag=a&utm_source=x', 'utm_source=y&tag=a', 'tag=a&tag=', 't%61g=a'])
    expect(await ask(`/tagged?${query}`)).toBe(plain);
  const { ready } = site.live()!;
  const kept = (url: string) => ready.get('identity', url) && String(ready.get('identity', url)!.bytes);
  expect([kept('/tagged?tag=a'), kept('/tagged?tag=a&fbclid=1')]).toEqual([plain, plain]);
  for (const query of ['tag=a&tag=', 't%61g=a', 'tag=b', 'tag=a&page=2'])
    expect(kept(`/tagged?${query}`)).toBeUndefined();
});

test('addresses that nobody asked for before are rendered so often for a network, known pages always', async () => {
  const { app } = await startPublic();
  const ask = (url: string, remoteAddress = '2001:db8::1') =>
    app.inject({ url, remoteAddress, headers: HTML });
  const unknown = ['/tagged?tag=1', '/tagged?tag=2', '/docs/nope', '/docs/three', '/tagged?tag=3'];
  const statuses = [];
  for (const url of unknown) statuses.push((await ask(url)).statusCode);
  expect(statuses).toEqual([200, 200, 404, 429, 429]);
  const refused = await ask('/tagged/_payload.json?1&tag=4', '2001:db8::2');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  for (const known of ['/docs', '/docs/one', '/tagged', '/tagged?tag=1', '/docs?utm_source=x'])
    expect((await ask(known)).statusCode).toBe(200);
  expect((await ask('/docs/three', '2001:db8:0:1::1')).statusCode).toBe(200);
  expect((await ask('/docs/three')).statusCode).toBe(200);
});

test('a guarded page is decided for each request and never kept', async () => {
  const { app } = await start();
  const sent = await app.inject({ url: '/members', headers: HTML });
  expect([sent.statusCode, sent.headers.location]).toEqual([307, '/docs']);
  expect(sent.headers['cache-control']).toContain('max-age=0');
  const shown = await app.inject({ url: '/members?key=1', headers: HTML });
  expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'no-store']);
});

test('a payload is immutable under the id of its composition, and asked again under a timestamp', async () => {
  const { app, site } = await start();
  const { id } = site.live()!.composition;
  const named = await app.inject({ url: `/docs/_payload.json?${id}` });
  expect(named.headers['cache-control']).toContain('immutable');
  expect(named.json()).toMatchObject({ composition: id, path: '/docs', data: ['one'] });
  const stamped = await app.inject({
    url: '/docs/_payload.json?1700000000000',
    headers: { 'x-composition': id },
  });
  expect(stamped.headers['cache-control']).toContain('max-age=0');
  expect((await app.inject({ url: '/nowhere/_payload.json' })).statusCode).toBe(404);
});

test('other methods than GET and HEAD are refused with Allow', async () => {
  const { app } = await start();
  const response = await app.inject({
    method: 'POST',
    url: '/docs',
    headers: { accept: 'application/json' },
  });
  expect([response.statusCode, response.headers.allow, response.json().code]).toEqual([
    405,
    'GET, HEAD',
    'GW_METHOD_NOT_ALLOWED',
  ]);
});

test('an address that cannot be decoded is a 400 with all headers', async () => {
  const { app } = await start();
  const response = await app.inject({ url: '/%zz', headers: HTML });
  expect(response.statusCode).toBe(400);
  expect(response.headers['x-composition']).toBeDefined();
});

test('machine files name the configured address, never the Host header', async () => {
  const { app } = await startPublic();
  const headers = { host: 'evil.example' };
  expect((await app.inject({ url: '/robots.txt', headers })).body).toContain(
    'Sitemap: https://site.example/sitemap.xml',
  );
  const sitemap = (await app.inject({ url: '/sitemap.xml', headers })).body;
  expect(sitemap).toContain(
    '<url><loc>https://site.example/docs/one</loc><lastmod>2026-01-02</lastmod></url>',
  );
  expect(sitemap).not.toContain('members');
});

test('icons that are asked for without a link are the one of the shell; without one they are a JSON 404', async () => {
  const { app } = await startPublic();
  for (const url of ['/favicon.ico', '/apple-touch-icon.png']) {
    const answer = await app.inject({ url, headers: { accept: 'application/json' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      expect.stringContaining('json'),
    ]);
  }
});

test('build marker and manifest: rules cover groups of pages, single ones are listed', async () => {
  const { app, site } = await start();
  const { id, timestamp } = site.live()!.composition;
  expect((await app.inject('/builds/latest.json?170')).json()).toEqual({ id, timestamp });
  const manifest = (await app.inject(`/builds/meta/${id}.json`)).json();
  expect(manifest).toMatchObject({ id, timestamp, prerendered: ['/docs', '/tagged'] });
  expect(manifest.matcher.dynamic['/docs']).toBeDefined();
  expect((await app.inject(`/builds/meta/${'0'.repeat(32)}.json`)).statusCode).toBe(404);
});

test('a document of today’s shell says what its scripts and the site’s tables must be, and no script runs without', async () => {
  const { app, site } = await start();
  const { body, headers } = await app.inject({ url: '/docs', headers: HTML });
  const data = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(body)![1]!);
  const { integrity } = JSON.parse(/type="importmap">(.*?)<\/script>/.exec(body)![1]!);
  expect(data.scripts.filter((url: string) => !(url in integrity))).toEqual([]);
  expect(headers['integrity-policy']).toBe('blocked-destinations=(script)');
  const url = tablesUrl(site.live()!.composition.id, data.tables);
  const tables = await app.inject(url);
  expect(tables.headers['cache-control']).toContain('immutable');
  expect(data.tables).toBe(`sha256-${createHash('sha256').update(tables.body).digest('base64')}`);
  expect(tables.headers['content-security-policy']).toContain("script-src 'self';");
  // A gateway of another version may write them differently: what it is asked for in place of that one no cache may
  // keep.
  const written = tablesUrl(site.live()!.composition.id, 'sha256-another');
  for (const other of [written, tablesUrl('0'.repeat(32), data.tables), `${url}.json`]) {
    const answer = await app.inject(other);
    expect([other, answer.statusCode, answer.headers['cache-control']]).toEqual([other, 404, 'no-store']);
  }
});

test('assets are immutable and typed; an unknown one is a JSON 404', async () => {
  const { app } = await start();
  const script = await app.inject('/assets/docs/page.0000000002.js');
  expect(script.body).toBe('export default 1;');
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await app.inject({ url: '/assets/docs/nope.js', headers: { accept: '*/*' } })).statusCode).toBe(
    404,
  );
  expect((await app.inject('/assets/docs/..%2f..%2fserver%2fserver.cjs')).statusCode).toBe(404);
});

test('a large file comes from the disk, in ranges where asked for', async () => {
  const { app } = await start();
  const url = '/assets/news/film.0000000009.webp';
  const whole = await app.inject(url);
  expect(whole.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(whole.body.length).toBe(FILM.length);
  const part = await app.inject({ url, headers: { range: 'bytes=0-9' } });
  expect([part.statusCode, part.body]).toEqual([206, 'x'.repeat(10)]);
  const again = await app.inject({ url, headers: { 'if-none-match': String(whole.headers['etag']) } });
  expect(again.statusCode).toBe(304);
});

test('before any composition the site says that it is starting', async () => {
  const { app } = await startTestGateway([]);
  const response = await app.inject({ url: '/', headers: HTML });
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2']);
  expect((await app.inject('/-/ready')).statusCode).toBe(503);
  expect((await app.inject('/-/live')).statusCode).toBe(200);
});

test('what an app answers besides pages stands beside a pattern of its own pages; a page at that very address comes first', async () => {
  const { app } = await start();
  const typeOf = async (url: string) => (await app.inject({ url, headers: HTML })).headers['content-type'];
  expect(await typeOf('/extra/feed.xml')).toBe('application/atom+xml');
  expect(await typeOf('/extra/taken.xml')).toContain('text/html');
});

test.each(['/extra/feed.xml', '/extra/feed.pdf'])(
  'what an app answers at %s has no scripts that run',
  async (url) => {
    const { app } = await start();
    const feed = await app.inject({ url });
    expect([feed.statusCode, feed.body, feed.headers['content-security-policy']]).toEqual([
      200,
      '<a/>',
      "default-src 'none'; sandbox",
    ]);
  },
);

test('an app that answers HTML or SVG besides its pages is refused', async () => {
  const gateway = await startTestGateway([shellRelease()]);
  for (const at of ['/docs/feed.xml', '/docs/feed.pdf'])
    for (const type of ['text/html; charset=utf-8', 'image/svg+xml']) {
      const routes = [{ id: 'docs.page', path: '/docs' }];
      await gateway.publish(
        remoteRelease({ routes, resources: [at], server: feedsBundle('docs', [at], type) }),
      );
      expect(Object.keys(gateway.site.live()!.composition.apps)).toEqual(['shell']);
    }
  const routes = [{ id: 'docs.page', path: '/docs' }];
  const resources = ['/docs/feed.xml'];
  await gateway.publish(remoteRelease({ routes, resources, server: feedsBundle('docs', resources) }));
  expect(Object.keys(gateway.site.live()!.composition.apps)).toEqual(['docs', 'shell']);
});
