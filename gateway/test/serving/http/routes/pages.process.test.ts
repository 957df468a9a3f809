import { createHash } from 'node:crypto';
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

/** A page with a foreign source, and files. */
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

/** An app with resources besides its pages. */
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

/** A server bundle with equal pages, and with resources of one type. */
function feedsBundle(app: string, resources: string[], type = 'application/atom+xml'): string {
  const answers = resources.map((at) => `'${at}': () => ({ type: '${type}', body: '<a/>' })`);
  const page = `{ Component: () => '<h1>Extra</h1>' }`;
  return `module.exports = { pages: { '${app}.page': ${page}, '${app}.taken': ${page} }, islands: {}, guards: {},
    resources: { ${answers.join()} } };`;
}

const start = shared(() =>
  startTestGateway([shellRelease(), docs(), news(), extra()], {
    FOREIGN_SOURCES: `news img-src ${ORIGIN}`,
  }),
);

/** A gateway with a public address and a limit of new renderings. */
const startPublic = shared(() =>
  startTestGateway([shellRelease(), docs()], {
    SITE_URL: 'https://site.example',
    RENDER_NEW_PER_MINUTE: '3',
  }),
);

test('answers a page with a whole document of the live composition and its headers', async () => {
  const { app, site, now } = await start();
  const response = await app.inject({ url: '/docs', headers: HTML });
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain(
    '<header>LAYOUT </header><main><h1>Docs one &#xE000;island:Note_x&#xE000;</h1></main>',
  );
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

test.each([
  [{}, 'max-age=31536000'],
  [{ HSTS: '30d subdomains' }, 'max-age=2592000; includeSubDomains'],
  [{ HSTS: 'off' }, undefined],
])('sends HSTS of an https site with the settings %j as %s', async (settings, expected) => {
  const site = await startTestGateway([shellRelease()], { SITE_URL: 'https://site.example', ...settings });
  expect((await site.app.inject('/-/live')).headers['strict-transport-security']).toBe(expected);
});

/** A path of 65 segments; the spelling would be corrected by a redirect in a path of fewer. */
const TOO_DEEP = `/${'/A'.repeat(65)}`;

test('sends a page with foreign sources with its own policy, and serves a public file of the app', async () => {
  const { app } = await start();
  const policyOf = async (url: string) =>
    String((await app.inject({ url, headers: HTML })).headers['content-security-policy']);
  expect(await policyOf('/news')).toContain("img-src 'self' data: blob:;");
  // The second answer is from memory.
  for (let times = 0; times < 2; times++)
    expect(await policyOf('/news/map')).toContain(`img-src 'self' data: blob: ${ORIGIN};`);
  // A worker has the policy of its script's answer.
  expect(await policyOf('/assets/news/news.0000000001.js')).toContain(
    `img-src 'self' data: blob: ${ORIGIN};`,
  );
  expect(await policyOf('/assets/docs/docs.0000000001.js')).toContain("img-src 'self' data: blob:;");
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
  // The type decides on the policy, not the extension in the address.
  expect(await policyOf('/news/kit.pdf')).toBe("default-src 'none'; sandbox");
});

test('sends no headers for shared caches without a purge setting', async () => {
  const { app } = await start();
  for (const url of ['/docs', '/sitemap.xml', '/assets/docs/docs.0000000001.js']) {
    const { headers } = await app.inject({ url, headers: HTML });
    expect(Object.keys(headers).filter((name) => /^(?:cdn|cache-tag|surrogate)/.test(name))).toEqual([]);
  }
});

test('answers HEAD with the length in the requested coding, and a 304 with the composition', async () => {
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
  [TOO_DEEP, 404, `Page not found: ${TOO_DEEP}`, 'SITE_PAGE_NOT_FOUND', false],
  ['/docs/nope', 404, 'Page Not Found: /docs/nope', 'SITE_PAGE_REFUSED', true],
])(
  'answers %s with status %d and its message, as HTML and as JSON',
  async (url, status, message, code, fatal) => {
    const { app, site } = await start();
    const html = await app.inject({ url, headers: { ...HTML, 'user-agent': 'Googlebot/2.1' } });
    expect([html.statusCode, html.headers['x-composition']]).toEqual([status, site.live()!.composition.id]);
    expect(html.body).toContain('<h1>404 Page Not Found</h1>');
    expect(html.body).toContain(`<p data-variant="not-found">${message}</p>`);
    expect(html.body).toContain(`<title data-head>404 - ${message}`);
    expect(html.body).not.toContain('rel="canonical"');
    const json = await app.inject({ url, headers: { accept: 'application/json' } });
    expect([json.statusCode, json.json()]).toEqual([status, { status, code, message, fatal }]);
  },
);

test.each([
  ['/docs/', '/docs'],
  ['//evil.example/', '/evil.example'],
  ['/docs//one', '/docs/one'],
  ['/docs/%6Fne?a=1', '/docs/one?a=1'],
])('redirects %s to its canonical spelling %s, which never leaves the site', async (url, location) => {
  const { app } = await start();
  const response = await app.inject({ url, headers: HTML });
  expect([response.statusCode, response.headers.location]).toEqual([308, location]);
});

test('redirects to the spelling with a slash if trailingSlash is set', async () => {
  const { app } = await startTestGateway([shellRelease(), docs()], { SITE_TRAILING_SLASH: 'true' });
  expect((await app.inject({ url: '/docs', headers: HTML })).headers.location).toBe('/docs/');
  expect((await app.inject({ url: '/docs/', headers: HTML })).statusCode).toBe(200);
});

test('redirects by route rules with status and query, and puts the target into payloads', async () => {
  const { app } = await start();
  const response = await app.inject({ url: '/docs/OLD?a=1', headers: HTML });
  expect([response.statusCode, response.headers.location]).toEqual([301, '/docs?a=1']);
  expect(response.headers['cache-control']).toBe('public, max-age=300');
  const payload = await app.inject({ url: '/docs/old/_payload.json' });
  expect(payload.json()).toEqual({ redirect: { to: '/docs', external: false } });
  expect((await app.inject({ url: '/docs/head', headers: HTML })).headers['content-language']).toBe('de');
});

test('passes only declared query parameters to a page', async () => {
  const { app } = await start();
  expect((await app.inject({ url: '/tagged?x=1&tag=a', headers: HTML })).body).toContain('Tagged ?tag=a<');
  expect((await app.inject({ url: '/tagged?x=1', headers: HTML })).body).toContain('Tagged <');
});

test('stores one answer for addresses that differ only in undeclared parameters', async () => {
  const { app, site } = await start();
  const bodyOf = async (url: string) =>
    (await app.inject({ url, headers: { ...HTML, 'accept-encoding': 'identity' } })).body;
  const plain = await bodyOf('/tagged?tag=a');
  for (const query of ['tag=a&utm_source=x', 'utm_source=y&tag=a', 'tag=a&tag=', 't%61g=a'])
    expect(await bodyOf(`/tagged?${query}`)).toBe(plain);
  const { answers } = site.live()!;
  const found = (url: string) => answers.findReady('identity', url)?.bytes;
  const stored = (url: string) => found(url) && String(found(url));
  expect([stored('/tagged?tag=a'), stored('/tagged?tag=a&fbclid=1')]).toEqual([plain, plain]);
  for (const query of ['tag=a&tag=', 't%61g=a', 'tag=b', 'tag=a&page=2'])
    expect(stored(`/tagged?${query}`)).toBeUndefined();
});

test('limits the renderings of new addresses for a network, but not of known pages', async () => {
  const { app } = await startPublic();
  const request = (url: string, remoteAddress = '2001:db8::1') =>
    app.inject({ url, remoteAddress, headers: HTML });
  const unknown = ['/tagged?tag=1', '/tagged?tag=2', '/docs/nope', '/docs/three', '/tagged?tag=3'];
  const statuses = [];
  for (const url of unknown) statuses.push((await request(url)).statusCode);
  expect(statuses).toEqual([200, 200, 404, 429, 429]);
  const refused = await request('/tagged/_payload.json?1&tag=4', '2001:db8::2');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  for (const known of ['/docs', '/docs/one', '/tagged', '/tagged?tag=1', '/docs?utm_source=x'])
    expect((await request(known)).statusCode).toBe(200);
  expect((await request('/docs/three', '2001:db8:0:1::1')).statusCode).toBe(200);
  expect((await request('/docs/three')).statusCode).toBe(200);
});

test('checks a guarded page for each request and never stores it', async () => {
  const { app } = await start();
  const sent = await app.inject({ url: '/members', headers: HTML });
  expect([sent.statusCode, sent.headers.location]).toEqual([307, '/docs']);
  expect(sent.headers['cache-control']).toContain('max-age=0');
  const shown = await app.inject({ url: '/members?key=1', headers: HTML });
  expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'no-store']);
});

test('marks a payload as immutable under a composition id, and as revalidated under a timestamp', async () => {
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

test('refuses other methods than GET and HEAD with Allow', async () => {
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

test('answers an undecodable address with 400 and all headers', async () => {
  const { app } = await start();
  const response = await app.inject({ url: '/%zz', headers: HTML });
  expect(response.statusCode).toBe(400);
  expect(response.headers['x-composition']).toBeDefined();
});

test('writes the configured address into machine files, never the Host header', async () => {
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

/** An app that lists a number of pages, besides one that needs a sign-in. */
const catalogue = (pages: number) =>
  remoteRelease({
    app: 'extra',
    routes: [
      { id: 'extra.item', path: '/items/:item' },
      { id: 'extra.account', path: '/account', requires: 'account' },
    ],
    server: `const Component = () => '<h1>Item</h1>';
      const paths = () => Array.from({ length: ${pages} }, (_, n) => ({ path: '/items/' + n }));
      module.exports = { islands: {}, guards: {}, pages: {
        'extra.item': { Component, server: { paths } }, 'extra.account': { Component } } };`,
  });

test.for([
  [49_999, ['/items/0', '/items/49998'], []],
  [50_001, ['/sitemap-1.xml', '/sitemap-2.xml'], ['/items/49998', '/items/50000']],
] as const)('divides the sitemap of %i pages', async ([pages, inSitemap, inParts]) => {
  const { app } = await startTestGateway([shellRelease(), catalogue(pages)], {
    SITE_URL: 'https://site.example',
  });
  const locations = async (url: string) =>
    (await app.inject({ url, headers: HTML })).body.match(/(?<=<loc>https:\/\/site\.example)[^<]*/g) ?? [];
  const sitemap = await locations('/sitemap.xml');
  expect(sitemap).toEqual(expect.arrayContaining([...inSitemap]));
  expect(sitemap).not.toContain('/account');
  const parts = await Promise.all(['/sitemap-1.xml', '/sitemap-2.xml'].map(locations));
  expect(parts.flat()).toEqual(expect.arrayContaining([...inParts]));
  expect(parts.every((urls) => urls.length <= 50_000)).toBe(true);
  expect(parts.flat().length).toBe(inParts.length > 0 ? pages : 0);
  for (const part of ['0', '3', '00001', '1e3', '-1'])
    expect((await app.inject({ url: `/sitemap-${part}.xml`, headers: HTML })).statusCode).toBe(404);
});

test('leaves a page out of the sitemap once it is known that its loader redirects', async () => {
  const moving = remoteRelease({
    app: 'extra',
    routes: [{ id: 'extra.item', path: '/items/:item' }],
    server: `const paths = () => ['here', 'gone'].map((item) => ({ path: '/items/' + item }));
      const validate = ({ params }) => params.item === 'here' || '/items/here';
      module.exports = { islands: {}, guards: {}, pages: {
        'extra.item': { Component: () => '<h1>Item</h1>', server: { paths, validate } } } };`,
  });
  const { app } = await startTestGateway([shellRelease(), moving], { SITE_URL: 'https://site.example' });
  const { statusCode, headers } = await app.inject({ url: '/items/gone', headers: HTML });
  expect([statusCode, headers.location]).toEqual([301, '/items/here']);
  const sitemap = (await app.inject({ url: '/sitemap.xml', headers: HTML })).body;
  expect(sitemap.match(/(?<=<loc>https:\/\/site\.example)[^<]*/g)).toEqual(['/items/here']);
});

test('answers icon requests with a JSON 404 if the shell has no icon', async () => {
  const { app } = await startPublic();
  for (const url of ['/favicon.ico', '/apple-touch-icon.png']) {
    const answer = await app.inject({ url, headers: { accept: 'application/json' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      expect.stringContaining('json'),
    ]);
  }
});

test('serves the build marker and the manifest, whose rules cover groups of pages', async () => {
  const { app, site } = await start();
  const { id, timestamp } = site.live()!.composition;
  expect((await app.inject('/builds/latest.json?170')).json()).toEqual({ id, timestamp });
  const manifest = (await app.inject(`/builds/meta/${id}.json`)).json();
  expect(manifest).toMatchObject({ id, timestamp, prerendered: ['/docs', '/tagged'] });
  expect(manifest.matcher.dynamic['/docs']).toBeDefined();
  expect((await app.inject(`/builds/meta/${'0'.repeat(32)}.json`)).statusCode).toBe(404);
});

test('writes the integrity of scripts and tables into a document, and enforces it by a policy', async () => {
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
  // A gateway of another version may write other tables: no cache may store this answer for them.
  const written = tablesUrl(site.live()!.composition.id, 'sha256-another');
  for (const other of [written, tablesUrl('0'.repeat(32), data.tables), `${url}.json`]) {
    const answer = await app.inject(other);
    expect([other, answer.statusCode, answer.headers['cache-control']]).toEqual([other, 404, 'no-store']);
  }
});

test('serves assets as immutable with their type, and answers an unknown one with 404', async () => {
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

test('streams a large file from the disk, also in ranges', async () => {
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

test('answers with 503 before the first composition', async () => {
  const { app } = await startTestGateway([]);
  const response = await app.inject({ url: '/', headers: HTML });
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2']);
  expect(response.headers).toMatchObject({
    'x-composition': 'none',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  });
  expect((await app.inject('/-/ready')).statusCode).toBe(503);
  expect((await app.inject('/-/live')).statusCode).toBe(200);
});

test('prefers a resource to a page pattern of its app, and an exact page to a resource', async () => {
  const { app } = await start();
  const typeOf = async (url: string) => (await app.inject({ url, headers: HTML })).headers['content-type'];
  expect(await typeOf('/extra/feed.xml')).toBe('application/atom+xml');
  expect(await typeOf('/extra/taken.xml')).toContain('text/html');
});

test('renders a resource for each value of its declared query, and limits new values', async () => {
  const server = `module.exports = { pages: { 'extra.page': { Component: () => '<h1>Extra</h1>' } }, islands: {},
    guards: {}, resources: { '/extra/list.json': ({ search }) => ({ type: 'application/json', body: '"' + search + '"' }) } };`;
  const extraApp = remoteRelease({
    app: 'extra',
    routes: [{ id: 'extra.page', path: '/extra' }],
    resources: ['/extra/list.json'],
    server,
    change: (release) => void (release.resourceQueries = { '/extra/list.json': ['page'] }),
  });
  const { app } = await startTestGateway([shellRelease(), extraApp], {
    SITE_URL: 'https://site.example',
    RENDER_NEW_PER_MINUTE: '2',
  });
  const answers = [];
  for (const query of ['', '?page=2', '?x=1', '?x=1&page=2', '?page=3', '?page=4', '?page=2', '']) {
    const { statusCode, body } = await app.inject({ url: `/extra/list.json${query}` });
    answers.push(statusCode === 200 ? (JSON.parse(body) as string) : statusCode);
  }
  expect(answers).toEqual(['', '?page=2', '', '?page=2', '?page=3', 429, '?page=2', '']);
});

test.each(['/extra/feed.xml', '/extra/feed.pdf'])('sandboxes the resource %s', async (url) => {
  const { app } = await start();
  const feed = await app.inject({ url });
  expect([feed.statusCode, feed.body, feed.headers['content-security-policy']]).toEqual([
    200,
    '<a/>',
    "default-src 'none'; sandbox",
  ]);
});

test('refuses an app with resources of HTML or SVG', async () => {
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
