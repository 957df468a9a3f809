import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRelease } from '../../../src/contract/release/release-schema.ts';
import { release } from '../fixtures/release.ts';
import { contact } from '../fixtures/sample-forms.ts';

/** Loosely typed, because the cases violate the types. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

/** A copy of the valid release with one thing changed. */
function broken(change: (copy: Json) => void): Json {
  const copy = structuredClone(release) as Json;
  change(copy);
  return copy;
}

/** @returns a copy of the object with another value at one place. */
function withValue(object: object, value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(object) ? [...object] : { ...object }) as Json;
  copy[key] = withValue((copy[key] ?? {}) as object, value, rest);
  return copy;
}

const link = (label: string): Json => ({ blog: { route: 'blog.list', label } });

const FILE = release.files['server/server.cjs']!;
/** Path of the file of a shared library. */
const LIBRARY = `client/-/${'0'.repeat(64)}.js`;
const PLACE = { place: 'blog', app: 'blog' };

/** Without a place the value replaces that at the path of the issue. */
const BROKEN: [name: string, issue: string, value: unknown, place?: string[]][] = [
  ['an unknown field', '', 1, ['extra']],
  ['another schema', 'schema', 2],
  ['an app name with a slash', 'app', '../blog'],
  ['a remote named shell', 'kind', 'shell', ['app']],
  ['a shell with another name', 'kind', 'shell'],
  ['a short digest', 'digest', 'abc'],
  ['a file with dot segments', 'files.client/../x', FILE, ['files', 'client/../x']],
  [
    'a negative size',
    'files.server/server.cjs.bytes',
    { ...FILE, bytes: -1 },
    ['files', 'server/server.cjs'],
  ],
  [
    'the file of a library under another digest',
    `files.${LIBRARY}`,
    { ...FILE, sha256: '1'.repeat(64) },
    ['files', LIBRARY],
  ],
  ['a compressed file of a library alone', `files.${LIBRARY}.br`, FILE, ['files', `${LIBRARY}.br`]],
  ['a file beside those of libraries', 'files.client/-/page.js', FILE, ['files', 'client/-/page.js']],
  ['a library in a script of the app', 'libraries.ui', { ui: { file: release.client.entry } }, ['libraries']],
  ['a library not in files', 'libraries.ui', { ui: { file: LIBRARY } }, ['libraries']],
  ['a library that is a file', 'libraries.../ui', { '../ui': { file: release.client.entry } }, ['libraries']],
  [
    'too many libraries',
    'libraries',
    Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`ui${i}`, { file: release.client.entry }])),
  ],
  ['a server bundle not in files', 'server', 'server/other.cjs'],
  ['a server bundle in client/', 'server', 'client/post.0a1b.js'],
  ['an entry in server/', 'client.entry', 'server/server.cjs'],
  ['an entry outside', 'client.entry', '/etc/passwd'],
  ['a page of a remote below /.well-known', 'routes.0.path', '/.well-known/acme-challenge/:token'],
  ['a file of a remote below /.well-known', 'resources.0', ['/.well-known/assetlinks.json'], ['resources']],
  ['a file of a remote at the root', 'resources.0', ['/google1234.html'], ['resources']],
  [
    'a rule of a remote below /.well-known',
    'rules./.well-known/acme-challenge/*',
    { '/.well-known/acme-challenge/*': { redirect: 'https://other.example/**' } },
    ['rules'],
  ],
  ['the segment /.well-known of a remote', 'keeps.0', ['/.well-known'], ['keeps']],
  ['a bootstrap in a remote', 'client.bootstrap', 'client/post.0a1b.js'],
  ['fonts in a remote', 'client.fonts', ['client/post.0a1b.css']],
  ['a page with a script as a font', 'routes.0.fonts', [release.client.entry]],
  ['a page with a font not in files', 'routes.0', ['client/no.woff2'], ['routes', '0', 'fonts']],
  ['a page with too many fonts', 'routes.0.fonts', Array(5).fill('client/a.woff2')],
  ['two routes of one id', 'routes.1.id', 'blog.list'],
  ['two routes of one pattern', 'routes.1.path', '/blog'],
  ['a route with dot segments', 'routes.1.path', '/blog/../contact'],
  ['a route for every page', 'routes.1.path', '/:page'],
  ['a rule with dot segments', 'rules./blog/../contact', {}, ['rules', '/blog/../contact']],
  [
    'a query of a resource that it does not have',
    'resourceQueries./blog/none.json',
    { '/blog/none.json': ['tag'] },
    ['resourceQueries'],
  ],
  ['a resource with dot segments', 'resources.0', ['/blog/../contact'], ['resources']],
  ['an upstream with an invalid name', 'upstreams.C M S', { 'C M S': { paths: ['/'] } }, ['upstreams']],
  ['an upstream without paths', 'upstreams.cms.paths', { cms: { paths: [] } }, ['upstreams']],
  [
    'an upstream with an address',
    'upstreams.cms',
    { cms: { paths: ['/'], url: 'http://127.0.0.1/' } },
    ['upstreams'],
  ],
  [
    'a path of an upstream with dot segments',
    'upstreams.cms.paths.1',
    { cms: { paths: ['/posts/**', '/posts/../x'] } },
    ['upstreams'],
  ],
  [
    'too many upstreams',
    'upstreams',
    Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`cms-${at}`, { paths: ['/'] }])),
  ],
  ["a kept segment of the platform's", 'keeps.0', ['/-'], ['keeps']],
  ['too many kept segments', 'keeps', Array.from({ length: 21 }, (_, at) => `/old-${at}`)],
  ['a parameter named twice', 'routes.1.path', '/:a/:a'],
  ['a route without its expose', 'routes.1.expose', './pages/none'],
  ['a route script not in files', 'routes.1', ['client/none.js'], ['routes', '1', 'js']],
  ['a page with too many scripts', 'routes.1.js', Array(51).fill(release.client.entry)],
  ['an island with too many stylesheets', 'islands.LatestPosts.css', Array(51).fill(release.client.css[0])],
  ['a prerendered guarded page', 'routes.1.prerender', true],
  ['an invalid query parameter', 'routes.0.query.0', ['a&b'], ['routes', '0', 'query']],
  ['samples of an undeclared parameter', 'routes.0.samples', { none: ['a'] }],
  ['an expose with dot segments', 'routes.1.expose', '../x'],
  ['a guard without its expose', 'guards.named.members', './guards/none'],
  ['global guards in a remote', 'guards.global', ['members']],
  [
    'too many guards',
    'guards.named',
    Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`guard${at}`, release.routes[0]!.expose])),
  ],
  ['a page with too many guards', 'routes.1.guards', Array(101).fill('members')],
  [
    'a rule with too many guards',
    'rules./blog/old.guards',
    { guards: Array(101).fill('members') },
    ['rules', '/blog/old'],
  ],
  [
    'a rule that removes too many guards',
    'rules./blog/old.guards',
    {
      guards: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`guard${at}`, false])),
    },
    ['rules', '/blog/old'],
  ],
  ['an unknown global guard', 'guards.global.0', ['nobody'], ['guards', 'global']],
  ['shared modules provided by a remote', 'shared.provides', { react: '19.0.0' }],
  ['an island name with a slash', 'islands.a/b', { css: [] }],
  [
    'an island stylesheet not in files',
    'islands.LatestPosts',
    ['client/none.css'],
    ['islands', 'LatestPosts', 'css'],
  ],
  ['code as the props of an island', 'islands.LatestPosts.props', '{ a: import("./evil").Evil }'],
  ['too many rules', 'rules', Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`/blog/${i}`, {}]))],
  ['an unknown rule', 'rules./blog/**', { proxy: 'x' }],
  [
    'a redirect with status 200',
    'rules./blog/**.redirect.status',
    { redirect: { to: '/x', status: 200 } },
    ['rules', '/blog/**'],
  ],
  [
    'a redirect to a script',
    'rules./blog/**.redirect',
    { redirect: 'java\tscript:x' },
    ['rules', '/blog/**'],
  ],
  [
    'a header with a line end',
    'rules./blog/**.headers.x',
    { headers: { x: 'a\r\nb: c' } },
    ['rules', '/blog/**'],
  ],
  [
    'a header name with a space',
    'rules./blog/**.headers.x y',
    { headers: { 'x y': 'a' } },
    ['rules', '/blog/**'],
  ],
  ['places in a remote', 'places', { header: [], footer: [] }],
  [
    'a place with capitals',
    'navigation.Blog',
    { Blog: { route: 'blog.list', label: 'Blog' } },
    ['navigation'],
  ],
  ['a link without a label', 'navigation.blog.label', link(''), ['navigation']],
  ['a label of two lines', 'navigation.blog.label', link('a\nb'), ['navigation']],
  ['a label with a bidirectional control', 'navigation.blog.label', link('a\u202eb'), ['navigation']],
  ['a label that is too long', 'navigation.blog.label', link('x'.repeat(101)), ['navigation']],
  [
    'too many links',
    'navigation',
    Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`p${i}`, link('a')['blog']])),
  ],
  ['the name of a form instead of its declaration', 'forms.0', ['contact@1'], ['forms']],
  ['a missing field', 'forms', undefined],
  ['a stylesheet not in files', 'client.css', ['client/no.css']],
  [
    'a page with a font that is too large',
    'routes.0.fonts',
    {
      ...release,
      files: { ...release.files, 'client/a.woff2': { ...FILE, bytes: 50_001 } },
      routes: [{ ...release.routes[0], fonts: ['client/a.woff2'] }],
    },
    [],
  ],
  ['too many samples', 'routes.0.samples.tag', { tag: Array(11).fill('a') }, ['routes', '0', 'samples']],
  [
    'a sample that is too long',
    'routes.0.samples.tag.0',
    { tag: ['a'.repeat(65)] },
    ['routes', '0', 'samples'],
  ],
  [
    'a place of apps by a pattern',
    'places.header.0.app',
    { header: [{ ...PLACE, app: 'b*' }], footer: [] },
    ['places'],
  ],
  ['two places of one name', 'places', { header: [PLACE], footer: [PLACE] }],
  [
    'two forms of one name',
    'forms.1.name',
    [release.forms[0], { ...release.forms[0], action: '/api/b' }],
    ['forms'],
  ],
  [
    'two forms at one address',
    'forms.1.action',
    [release.forms[0], { ...release.forms[0], name: 'b' }],
    ['forms'],
  ],
  ['a form on a page of another app', 'forms.1.page', [release.forms[0], contact], ['forms']],
  [
    'a form on a page without the query parameter sent',
    'forms.1.page',
    [release.forms[0], { ...contact, page: '/blog' }],
    ['forms'],
  ],
];

describe('parseRelease', () => {
  it('accepts a valid release unchanged', () => {
    expect(parseRelease(JSON.parse(JSON.stringify(release)))).toEqual({ ok: true, value: release });
  });

  it('accepts a navigation link', () => {
    expect(parseRelease({ ...release, navigation: link('Notes & news') })).toMatchObject({ ok: true });
  });

  it.each(BROKEN)('rejects %s with the path %j', (_, path, value, place = path.split('.')) => {
    const result = parseRelease(withValue(release, value, place));
    expect(result.ok ? [] : result.issues.map((found) => found.path)).toContain(path);
  });

  it.each([
    ['rules', '/blog/../contact', {}, 'not the pattern of a rule: its segment ".." leads to another address'],
    ['files', 'client/../x.js', FILE, 'not a safe path below client/, server/, data/ or maps/'],
  ])('gives the reason for the invalid path of %s', (list, path, value, reason) => {
    expect(parseRelease(broken((r) => (r[list][path] = value)))).toMatchObject({
      issues: [{ path: `${list}.${path}`, reason }],
    });
  });

  it('accepts a shell with bootstrap, fonts, shared modules and global guards of its bundle', () => {
    const shell = broken((r) => {
      r['app'] = 'shell';
      r['kind'] = 'shell';
      r['client'].bootstrap = 'client/post.0a1b.js';
      r['client'].fonts = ['client/post.0a1b.css'];
      r['shared'].provides = { react: '19.3.1' };
      r['guards'].global = ['members'];
      delete r['exposes']['./guards/members'];
    });
    expect(parseRelease(shell)).toMatchObject({ ok: true });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (input) => !parseRelease(input).ok));
  });
});

it('rejects a pattern over 2,048 characters for its length alone', () => {
  const { issues } = parseRelease(broken((r) => (r['routes'][0].path = '/a'.repeat(10_000)))) as {
    issues: { path: string; reason: string }[];
  };
  expect(issues).toEqual([{ path: 'routes.0.path', reason: expect.stringContaining('2048') }]);
});

it('lists at most 100 invalid files', () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`../${index}`, { sha256: 'a'.repeat(64), bytes: 1 }]),
  );
  const { issues } = parseRelease({ ...release, files }) as { issues: { path: string }[] };
  expect(issues.filter(({ path }) => path.startsWith('files.'))).toHaveLength(100);
});

it('counts files before it checks their names', () => {
  const files = Object.fromEntries(Array.from({ length: 30_001 }, (_, index) => [`../${index}`, 1]));
  const { issues } = parseRelease({ ...release, files }) as { issues: { path: string; reason: string }[] };
  expect(issues[0]).toEqual({ path: 'files', reason: 'more than 30000 files' });
  expect(issues.filter(({ path }) => path.startsWith('files.'))).toEqual([]);
});
