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

const page = (id: string, more: object = {}) => ({ id, path: `/${id}`, page: './page.tsx', ...more });

it.each([
  ['is declared', {}, true],
  ['has no sign-in', { signIn: undefined }, false],
  ['signs in on a page with parameters', { signIn: 'order' }, false],
  ['asks for a path that is a pattern', { paths: ['/*'] }, false],
  ['cannot be read', { methods: ['POST'] }, false],
])('checks a route that requires personal data which %s: %#', async (_, change, isTaken) => {
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

it('accepts a navigation link to a page of the app', async () => {
  const { config } = await load({ navigation: { blog: link } });
  expect(config.navigation).toEqual({ blog: link });
});

const pageWith = (part: object) => ({ routes: [page('blog.list', part)] });
const placesIn = (where: string, count: number) => ({
  places: {
    header: [],
    footer: [],
    [where]: Array.from({ length: count }, (_, i) => ({ place: `p${i}`, app: 'blog' })),
  },
});

it('accepts a budget of the app and a budget of a route', async () => {
  const budget = { js: 20_000, images: 2500 };
  const parts = { budget, ...pageWith({ budget: { html: 9_000 } }) };
  expect((await load(parts)).config).toMatchObject(parts);
});

it.each<[name: string, parts: object, reason: string]>([
  [
    'an interactive island of the shell',
    { name: 'shell', kind: 'shell', islands: { Note: { component: './page.tsx', interactive: true } } },
    'island "Note" of the shell cannot be interactive',
  ],
  [
    'a link to no page',
    { navigation: { blog: { ...link, route: 'blog.none' } } },
    'navigation.blog names "blog.none"',
  ],
  [
    'a link to a page with a parameter',
    { navigation: { blog: { ...link, route: 'blog.post' } } },
    'blog.post',
  ],
  [
    'a link with a long label',
    { navigation: { blog: { ...link, label: 'x'.repeat(13) } } },
    '13 characters, 12 are allowed',
  ],
  ['8 places in the header', placesIn('header', 8), 'places.header has more than 7 places'],
  ['3 places in the footer', placesIn('footer', 3), 'places.footer has more than 2 places'],
  [
    'a rule with dot segments',
    { rules: { '/blog/../contact': {} } },
    'rules./blog/../contact: not the pattern of a rule: its segment ".." leads to another address',
  ],
  ['a rule for all pages', { rules: { '/**': {} } }, '/**: only the shell may leave the first segment open'],
  [
    'a proof of who owns the site',
    { resources: { '/.well-known/acme-challenge/x': './page.tsx' } },
    '/.well-known/acme-challenge/x: only the shell answers below /.well-known',
  ],
  [
    'a resource with capitals',
    { resources: { '/Blog/feed.xml': './page.tsx' } },
    'resources./Blog/feed.xml: not the pattern of a resource: its segment "Blog" has capitals',
  ],
  [
    'a resource without a module',
    { resources: { '/blog/list.json': { query: ['tag'] } } },
    'resources./blog/list.json: not a module: ./src/feed.ts, or { module, query }',
  ],
  [
    'a resource with a parameter of other characters',
    { resources: { '/blog/list.json': { module: './page.tsx', query: ['a b'] } } },
    'resources./blog/list.json',
  ],
  [
    'a kept path of two segments',
    { keeps: ['/blog/old'] },
    'keeps.0: not the pattern of a segment: it is more than the first segment of an address',
  ],
  ['a route for all pages', pageWith({ path: '/:page' }), '/:page: only the shell'],
  [
    'an upstream path with dot segments',
    { upstreams: { cms: { paths: ['/../admin'] } } },
    'upstreams.cms.paths.0: not a path of an upstream: it leads elsewhere',
  ],
  [
    'an empty sample of a query',
    pageWith({ query: { tag: { samples: [''] } } }),
    'routes.0.query.tag.samples',
  ],
  [
    'style-src in the csp of the app',
    { csp: { 'style-src': [] } },
    'csp: only connect-src, form-action, frame-src, img-src, media-src, script-src, worker-src can be opened to other sites',
  ],
  [
    'script-src in the csp of an island',
    { islands: { Map: { component: './page.tsx', csp: { 'script-src': ['https://a.example'] } } } },
    'islands.Map.csp: an island cannot open script-src: declare it for a page',
  ],
  [
    'another kind of styles',
    pageWith({ styles: 'inline' }),
    "mfe.config.ts: routes.0.styles: only 'runtime' can be declared",
  ],
  [
    '* in the csp of a page',
    pageWith({ csp: { 'img-src': ['*'] } }),
    'routes.0.csp.img-src.0: not an origin',
  ],
  [
    'http in the csp of an island',
    { islands: { Map: { component: './page.tsx', csp: { 'img-src': ['http://a.example'] } } } },
    'islands.Map.csp.img-src.0: not an origin',
  ],
  [
    'a font family of another app',
    { fonts: [{ family: 'Archivo', file: './a.ttf' }] },
    'fonts.0.family: the name of a family begins with blog_',
  ],
  [
    'a budget in words',
    { budget: { js: '30 kB' } },
    'mfe.config.ts: budget.js: it has to be a whole number of bytes',
  ],
  [
    'a negative budget of a route',
    pageWith({ budget: { html: -1 } }),
    'mfe.config.ts: routes.0.budget.html: it has to be a whole number of bytes',
  ],
])('rejects %s', async (_, parts, reason) => {
  await expect(load(parts)).rejects.toThrow(reason);
});
