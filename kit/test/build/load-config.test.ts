import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadApp } from '@voltframe/kit/build/load-config';

const fixture = path.join(import.meta.dirname, 'fixtures', 'sample');
let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The configuration of an app with two routes, and `parts` besides. */
function load(parts: object) {
  root = mkdtempSync(path.join(realpathSync(import.meta.dirname), '.tmp-'));
  cpSync(fixture, root, { recursive: true });
  writeFileSync(path.join(root, 'page.tsx'), '');
  const routes = [
    { id: 'blog.list', path: '/blog', page: './page.tsx' },
    { id: 'blog.post', path: '/blog/:slug', page: './page.tsx' },
  ];
  const config = { name: 'blog', routes, ...parts };
  writeFileSync(path.join(root, 'mfe.config.ts'), `export default ${JSON.stringify(config)};`);
  return loadApp(root);
}

const link = { route: 'blog.list', label: 'Blog' };

it('refuses an interactive island of the shell, whose components are interactive anyway', async () => {
  const islands = { Note: { component: './page.tsx', interactive: true } };
  await expect(load({ name: 'shell', kind: 'shell', islands })).rejects.toThrow(
    'island "Note" of the shell cannot be interactive',
  );
});

const page = (id: string, more: object = {}) => ({ id, path: `/${id}`, page: './page.tsx', ...more });

it.each([
  ['is declared', {}, true],
  ['has no sign-in', { signIn: undefined }, false],
  ['signs in on a page with parameters', { signIn: 'order' }, false],
  ['asks a path that is a pattern', { paths: ['/*'] }, false],
  ['cannot be read', { methods: ['POST'] }, false],
])('takes a route that requires personal data which %s: %#', async (_, change, isTaken) => {
  const account = { paths: ['/me', '/orders/*'], methods: ['GET'], signIn: 'sign-in', ...change };
  const routes = [
    page('orders', { requires: 'account' }),
    page('sign-in'),
    page('order', { path: '/orders/:number' }),
  ];
  const loaded = load({ routes, personal: { account } }).then(
    () => true,
    (error: Error) => error.message,
  );
  expect(await loaded).toEqual(isTaken || expect.stringContaining('route "orders" requires "account"'));
});

it('takes a link of the navigation that leads to a page of the app', async () => {
  const { config } = await load({ navigation: { blog: link } });
  expect(config.navigation).toEqual({ blog: link });
});

it.each([
  ['to no page', { blog: { ...link, route: 'blog.none' } }, 'navigation.blog names "blog.none"'],
  ['to a page with a parameter', { blog: { ...link, route: 'blog.post' } }, 'names "blog.post"'],
  ['with a long label', { blog: { ...link, label: 'x'.repeat(13) } }, '13 characters, 12 are allowed'],
])('refuses a link %s', async (_, navigation, reason) => {
  await expect(load({ navigation })).rejects.toThrow(reason);
});

it.each([
  ['header', 8],
  ['footer', 3],
])('refuses an app with too many places in its %s', async (where, count) => {
  const list = Array.from({ length: count }, (_, i) => ({ place: `p${i}`, app: 'blog' }));
  const places = { header: [], footer: [], [where]: list };
  await expect(load({ places })).rejects.toThrow(`places.${where} has more than ${count - 1} places`);
});

it.each([
  [
    { rules: { '/blog/../contact': {} } },
    'rules./blog/../contact: not the pattern of a rule: its segment ".." leads to another address',
  ],
  [{ rules: { '/**': {} } }, '/**: only the shell may leave the first segment open'],
  [
    { resources: { '/Blog/feed.xml': './page.tsx' } },
    'resources./Blog/feed.xml: not the pattern of a resource: its segment "Blog" has capitals',
  ],
  [
    { keeps: ['/blog/old'] },
    'keeps.0: not the pattern of a segment: it is more than the first segment of an address',
  ],
  [{ routes: [{ id: 'blog.all', path: '/:page', page: './page.tsx' }] }, '/:page: only the shell'],
])('refuses the patterns of %j', async (parts, reason) => {
  await expect(load(parts)).rejects.toThrow(reason);
});

it.each([
  [{ cms: { paths: ['/../admin'] } }, 'upstreams.cms.paths.0: not a path of an upstream: it leads elsewhere'],
])('refuses the upstreams %j', async (upstreams, reason) => {
  await expect(load({ upstreams })).rejects.toThrow(reason);
});

it('refuses samples of a query that admission would not try', async () => {
  const query = { tag: { samples: [''] } };
  const routes = [{ id: 'blog.list', path: '/blog', page: './page.tsx', query }];
  await expect(load({ routes })).rejects.toThrow('routes.0.query.tag.samples');
});

it.each([
  [
    'of all pages',
    { csp: { 'script-src': [] } },
    'csp: only connect-src, frame-src, img-src, media-src can be opened to other sites',
  ],
  [
    'of a page',
    { routes: [{ id: 'blog.list', path: '/blog', page: './page.tsx', csp: { 'img-src': ['*'] } }] },
    'routes.0.csp.img-src.0: not an origin',
  ],
  [
    'of an island',
    { islands: { Map: { component: './page.tsx', csp: { 'img-src': ['http://a.example'] } } } },
    'islands.Map.csp.img-src.0: not an origin',
  ],
])('refuses what is to be loaded from elsewhere %s, where it can not be', async (_, parts, reason) => {
  await expect(load(parts)).rejects.toThrow(reason);
});

it('refuses fonts that are none of the app', async () => {
  const fonts = [{ family: 'Archivo', file: './a.ttf' }];
  await expect(load({ fonts })).rejects.toThrow('fonts.0.family: the name of a family begins with blog_');
});

const listed = { id: 'blog.list', path: '/blog', page: './page.tsx' };

it('takes a budget of the app, and one of a route', async () => {
  const budget = { js: 20_000, vitals: { lcp: 2500 } };
  const parts = { budget, routes: [{ ...listed, budget: { html: 9_000 } }] };
  expect((await load(parts)).config).toMatchObject(parts);
});

it.each([
  [{ budget: { js: '30 kB' } }, 'mfe.config.ts: budget.js: it has to be a whole number of bytes'],
  [
    { routes: [{ ...listed, budget: { html: -1 } }] },
    'mfe.config.ts: routes.0.budget.html: it has to be a whole number of bytes',
  ],
])('says what is wrong with %j', async (parts, reason) => {
  await expect(load(parts)).rejects.toThrow(reason);
});
