import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRelease } from '../../../src/contract/release/release-schema.ts';
import { release } from '../fixtures/release.ts';
import { contact } from '../../../src/testing/sample-forms.ts';

/** Loose on purpose: the cases break what the types promise. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

/** A copy of the valid release with one thing changed. */
function broken(change: (copy: Json) => void): Json {
  const copy = structuredClone(release) as Json;
  change(copy);
  return copy;
}

const link = (label: string): Json => ({ blog: { route: 'blog.list', label } });

const BROKEN: [what: string, path: string, change: (copy: Json) => void][] = [
  ['an unknown field', '', (r) => (r['extra'] = 1)],
  ['another schema', 'schema', (r) => (r['schema'] = 2)],
  ['a missing field', 'forms', (r) => delete r['forms']],
  ['an app name in capitals', 'app', (r) => (r['app'] = 'Blog')],
  ['an app name with a slash', 'app', (r) => (r['app'] = '../blog')],
  ['a remote named shell', 'kind', (r) => (r['app'] = 'shell')],
  ['a shell with another name', 'kind', (r) => (r['kind'] = 'shell')],
  ['a short digest', 'digest', (r) => (r['digest'] = 'abc')],
  ['a digest in capitals', 'digest', (r) => (r['digest'] = 'A'.repeat(64))],
  [
    'a file that climbs out',
    'files.client/../x',
    (r) => (r['files']['client/../x'] = r['files'][r['server']]),
  ],
  [
    'a negative size',
    'files.server/server.cjs.bytes',
    (r) => (r['files']['server/server.cjs'] = { ...r['files']['server/server.cjs'], bytes: -1 }),
  ],
  ['a server bundle not in files', 'server', (r) => (r['server'] = 'server/other.cjs')],
  ['a server bundle in client/', 'server', (r) => (r['server'] = 'client/post.0a1b.js')],
  ['an entry in server/', 'client.entry', (r) => (r['client']['entry'] = 'server/server.cjs')],
  ['an entry outside', 'client.entry', (r) => (r['client']['entry'] = '/etc/passwd')],
  ['a stylesheet not in files', 'client.css', (r) => r['client']['css'].push('client/no.css')],
  ['a bootstrap in a remote', 'client.bootstrap', (r) => (r['client']['bootstrap'] = 'client/post.0a1b.js')],
  ['fonts in a remote', 'client.fonts', (r) => (r['client']['fonts'] = ['client/post.0a1b.css'])],
  [
    'a page with a font that is none',
    'routes.0.fonts',
    (r) => (r['routes'][0].fonts = [r['client']['entry']]),
  ],
  ['a page with a font not in files', 'routes.0', (r) => (r['routes'][0].fonts = ['client/no.woff2'])],
  [
    'a page with fonts without end',
    'routes.0.fonts',
    (r) => (r['routes'][0].fonts = Array(5).fill('client/a.woff2')),
  ],
  [
    'a page with a font that is too large',
    'routes.0.fonts',
    (r) => {
      r['files']['client/a.woff2'] = { ...r['files']['server/server.cjs'], bytes: 50_001 };
      r['routes'][0].fonts = ['client/a.woff2'];
    },
  ],
  ['two routes of one id', 'routes.1.id', (r) => (r['routes'][1].id = 'blog.list')],
  ['two routes of one pattern', 'routes.1.path', (r) => (r['routes'][1].path = '/Blog/')],
  ['two routes that differ by case', 'routes.1.path', (r) => (r['routes'][1].path = '/BLOG')],
  ['a wildcard route', 'routes.1.path', (r) => (r['routes'][1].path = '/blog/**')],
  ['a route that climbs', 'routes.1.path', (r) => (r['routes'][1].path = '/blog/../contact')],
  ['a route in capitals', 'routes.1.path', (r) => (r['routes'][1].path = '/blog/A')],
  ['a route for every page', 'routes.1.path', (r) => (r['routes'][1].path = '/:page')],
  ['a rule that climbs', 'rules./blog/../contact', (r) => (r['rules']['/blog/../contact'] = {})],
  ['a rule that is encoded', 'rules./blog/%63', (r) => (r['rules']['/blog/%63'] = {})],
  ['a resource that climbs', 'resources.0', (r) => (r['resources'] = ['/blog/../contact'])],
  ['a resource in capitals', 'resources.0', (r) => (r['resources'] = ['/Blog/feed.xml'])],
  ['an upstream with no name', 'upstreams.C M S', (r) => (r['upstreams'] = { 'C M S': { paths: ['/'] } })],
  ['an upstream of no paths', 'upstreams.cms.paths', (r) => (r['upstreams'] = { cms: { paths: [] } })],
  [
    'an upstream with an address',
    'upstreams.cms',
    (r) => (r['upstreams'] = { cms: { paths: ['/'], url: 'http://127.0.0.1/' } }),
  ],
  [
    'a path of an upstream that climbs',
    'upstreams.cms.paths.1',
    (r) => (r['upstreams'] = { cms: { paths: ['/posts/**', '/posts/../x'] } }),
  ],
  [
    'upstreams without end',
    'upstreams',
    (r) =>
      (r['upstreams'] = Object.fromEntries(
        Array.from({ length: 11 }, (_, at) => [`cms-${at}`, { paths: ['/'] }]),
      )),
  ],
  ['a kept root', 'keeps.0', (r) => (r['keeps'] = ['/'])],
  ["a kept segment of the platform's", 'keeps.0', (r) => (r['keeps'] = ['/-'])],
  ['a kept pattern', 'keeps.1', (r) => (r['keeps'] = ['/blog', '/:any'])],
  [
    'more kept segments than there may be',
    'keeps',
    (r) => (r['keeps'] = Array.from({ length: 21 }, (_, at) => `/old-${at}`)),
  ],
  ['a route that is no path', 'routes.1.path', (r) => (r['routes'][1].path = 'blog')],
  ['a parameter named twice', 'routes.1.path', (r) => (r['routes'][1].path = '/:a/:a')],
  ['a route without its expose', 'routes.1.expose', (r) => (r['routes'][1].expose = './pages/none')],
  ['a route script not in files', 'routes.1', (r) => (r['routes'][1].js = ['client/none.js'])],
  [
    'a page with scripts without end',
    'routes.1.js',
    (r) => (r['routes'][1].js = Array(51).fill(r['client']['entry'])),
  ],
  [
    'an island with stylesheets without end',
    'islands.LatestPosts.css',
    (r) => (r['islands'].LatestPosts.css = Array(51).fill(r['client']['css'][0])),
  ],
  ['a prerendered guarded page', 'routes.1.prerender', (r) => (r['routes'][1].prerender = true)],
  ['a query parameter that is none', 'routes.0.query.0', (r) => (r['routes'][0].query = ['a&b'])],
  [
    'samples of a parameter that is none',
    'routes.0.samples',
    (r) => (r['routes'][0].samples = { none: ['a'] }),
  ],
  [
    'samples without end',
    'routes.0.samples.tag',
    (r) => Object.assign(r['routes'][0], { query: ['tag'], samples: { tag: Array(11).fill('a') } }),
  ],
  [
    'a sample without end',
    'routes.0.samples.tag.0',
    (r) => Object.assign(r['routes'][0], { query: ['tag'], samples: { tag: ['a'.repeat(65)] } }),
  ],
  ['an expose that climbs', 'routes.1.expose', (r) => (r['routes'][1].expose = '../x')],
  [
    'a guard without its expose',
    'guards.named.members',
    (r) => (r['guards']['named'].members = './guards/none'),
  ],
  ['global guards in a remote', 'guards.global', (r) => (r['guards']['global'] = ['members'])],
  [
    'guards without end',
    'guards.named',
    (r) =>
      (r['guards']['named'] = Object.fromEntries(
        Array.from({ length: 101 }, (_, at) => [`guard${at}`, r['routes'][0].expose]),
      )),
  ],
  [
    'a page with guards without end',
    'routes.1.guards',
    (r) => (r['routes'][1].guards = Array(101).fill('members')),
  ],
  [
    'a rule with guards without end',
    'rules./blog/old.guards',
    (r) => (r['rules']['/blog/old'] = { guards: Array(101).fill('members') }),
  ],
  [
    'a rule that takes guards away without end',
    'rules./blog/old.guards',
    (r) =>
      (r['rules']['/blog/old'] = {
        guards: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`guard${at}`, false])),
      }),
  ],
  ['an unknown global guard', 'guards.global.0', (r) => (r['guards']['global'] = ['nobody'])],
  [
    'shared modules provided by a remote',
    'shared.provides',
    (r) => (r['shared']['provides'] = { react: '19.0.0' }),
  ],
  ['an island name with a slash', 'islands.a/b', (r) => (r['islands']['a/b'] = { css: [] })],
  [
    'an island stylesheet not in files',
    'islands.LatestPosts',
    (r) => (r['islands'].LatestPosts.css = ['client/none.css']),
  ],
  [
    'props of an island that are code for other teams to import',
    'islands.LatestPosts.props',
    (r) => (r['islands'].LatestPosts.props = '{ a: import("./evil").Evil }'),
  ],
  [
    'a prop that is code for other teams to import',
    'islands.LatestPosts.props',
    (r) =>
      (r['islands'].LatestPosts.props = {
        type: 'object',
        properties: { 'a: 1 }; } declare global { interface Window': {} },
        required: [],
      }),
  ],
  ['a rule for no path', 'rules.blog', (r) => (r['rules']['blog'] = {})],
  ['a rule with a wildcard inside', 'rules./a/**/b', (r) => (r['rules']['/a/**/b'] = {})],
  [
    'more rules than anybody has',
    'rules',
    (r) => (r['rules'] = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`/blog/${i}`, {}]))),
  ],
  ['an unknown rule', 'rules./blog/**', (r) => (r['rules']['/blog/**'] = { proxy: 'x' })],
  [
    'a redirect with status 200',
    'rules./blog/**.redirect.status',
    (r) => (r['rules']['/blog/**'] = { redirect: { to: '/x', status: 200 } }),
  ],
  [
    'a redirect with status 304',
    'rules./blog/**.redirect.status',
    (r) => (r['rules']['/blog/**'] = { redirect: { to: '/x', status: 304 } }),
  ],
  [
    'a redirect to a script',
    'rules./blog/**.redirect',
    (r) => (r['rules']['/blog/**'] = { redirect: 'java\tscript:x' }),
  ],
  [
    'a header with a line end',
    'rules./blog/**.headers.x',
    (r) => (r['rules']['/blog/**'] = { headers: { x: 'a\r\nb: c' } }),
  ],
  [
    'a header name with a space',
    'rules./blog/**.headers.x y',
    (r) => (r['rules']['/blog/**'] = { headers: { 'x y': 'a' } }),
  ],
  ['places in a remote', 'places', (r) => (r['places'] = { header: [], footer: [] })],
  [
    'two places of one name',
    'places',
    (r) => {
      const place = { place: 'blog', app: 'blog' };
      r['places'] = { header: [place], footer: [place] };
    },
  ],
  [
    'a place that is no name',
    'navigation.Blog',
    (r) => (r['navigation'] = { Blog: { route: 'blog.list', label: 'Blog' } }),
  ],
  ['a link without a label', 'navigation.blog.label', (r) => (r['navigation'] = link(''))],
  ['a link labelled with a space', 'navigation.blog.label', (r) => (r['navigation'] = link(' '))],
  ['a label of two lines', 'navigation.blog.label', (r) => (r['navigation'] = link('a\nb'))],
  [
    'a label that turns its surroundings round',
    'navigation.blog.label',
    (r) => (r['navigation'] = link('a\u202eb')),
  ],
  ['an endless label', 'navigation.blog.label', (r) => (r['navigation'] = link('x'.repeat(101)))],
  [
    'more links than anybody has',
    'navigation',
    (r) =>
      (r['navigation'] = Object.fromEntries(
        Array.from({ length: 21 }, (_, i) => [`p${i}`, link('a')['blog']]),
      )),
  ],
  ['the name of a form instead of its declaration', 'forms.0', (r) => (r['forms'] = ['contact@1'])],
  ['two forms of one name', 'forms.1.name', (r) => r['forms'].push({ ...r['forms'][0], action: '/api/b' })],
  ['two forms at one address', 'forms.1.action', (r) => r['forms'].push({ ...r['forms'][0], name: 'b' })],
  ['a form on a page of another app', 'forms.1.page', (r) => r['forms'].push(contact)],
  [
    'a form on a page that does not tell that it was sent',
    'forms.1.page',
    (r) => r['forms'].push({ ...contact, page: '/blog' }),
  ],
];

describe('parseRelease', () => {
  it('accepts a valid release as it is', () => {
    expect(parseRelease(JSON.parse(JSON.stringify(release)))).toEqual({ ok: true, value: release });
  });

  it('accepts a link of the navigation', () => {
    expect(parseRelease({ ...release, navigation: link('Notes & news') })).toMatchObject({ ok: true });
  });

  it.each(BROKEN)('refuses %s, at %j', (_, path, change) => {
    const result = parseRelease(broken(change));
    expect(result.ok ? [] : result.issues.map((found) => found.path)).toContain(path);
  });

  it('names the segment that makes a pattern none', () => {
    expect(parseRelease(broken((r) => (r['rules']['/blog/../contact'] = {})))).toMatchObject({
      issues: [
        {
          path: 'rules./blog/../contact',
          reason: 'not the pattern of a rule: its segment ".." leads to another address',
        },
      ],
    });
  });

  it('says of an unsafe file name what is wrong with it', () => {
    const result = parseRelease(
      broken((r) => (r['files']['client/../x.js'] = { sha256: 'a'.repeat(64), bytes: 1 })),
    );
    expect(result).toMatchObject({
      issues: [
        { path: 'files.client/../x.js', reason: 'not a safe path below client/, server/, data/ or maps/' },
      ],
    });
  });

  it('accepts a shell with its bootstrap, fonts, shared modules and global guards, which are in its bundle', () => {
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

  it('never throws, whatever arrives', () => {
    fc.assert(fc.property(fc.anything(), (input) => !parseRelease(input).ok));
  });
});
