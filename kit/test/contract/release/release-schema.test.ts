import { describe, expect, it } from 'vitest';
import { issuesOf, releaseSchema } from '../../../src/contract/release/release-schema.ts';
import { changedRelease, type Json, releaseWith } from '../fixtures/changed-release.ts';
import { release } from '../fixtures/release.ts';

const link = (label: string): Json => ({ blog: { route: 'blog.list', label } });
const FILE = release.files['server/server.cjs']!;
const issuesIn = (value: unknown) => issuesOf(releaseSchema.safeParse(value).error!);

/** Without a place the value replaces that at the path of the issue. */
const BROKEN: [name: string, issue: string, value: unknown, place?: string[]][] = [
  ['an unknown field', '', 1, ['extra']],
  ['another schema', 'schema', 2],
  ['an app name with a slash', 'app', '../blog'],
  ['a short digest', 'digest', 'abc'],
  ['a file with dot segments', 'files.client/../x', FILE, ['files', 'client/../x']],
  [
    'a negative size',
    'files.server/server.cjs.bytes',
    { ...FILE, bytes: -1 },
    ['files', 'server/server.cjs'],
  ],
  ['a library that is a file', 'libraries.../ui', { '../ui': { file: release.client.entry } }, ['libraries']],
  [
    'too many libraries',
    'libraries',
    Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`ui${i}`, { file: release.client.entry }])),
  ],
  ['an entry outside', 'client.entry', '/etc/passwd'],
  ['a page with too many fonts', 'routes.0.fonts', Array(5).fill('client/a.woff2')],
  ['a route with dot segments', 'routes.1.path', '/blog/../contact'],
  ['a rule with dot segments', 'rules./blog/../contact', {}, ['rules', '/blog/../contact']],
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
  ['a page with too many scripts', 'routes.1.js', Array(51).fill(release.client.entry)],
  ['an island with too many stylesheets', 'islands.LatestPosts.css', Array(51).fill(release.client.css[0])],
  ['an invalid query parameter', 'routes.0.query.0', ['a&b'], ['routes', '0', 'query']],
  ['an expose with dot segments', 'routes.1.expose', '../x'],
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
  ['an island name with a slash', 'islands.a/b', { css: [] }],
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
    { header: [{ place: 'blog', app: 'b*' }], footer: [] },
    ['places'],
  ],
];

describe('the schema of a release', () => {
  it.each(BROKEN)('rejects %s with the path %j', (_, path, value, place = path.split('.')) => {
    expect(issuesIn(releaseWith(value, place)).map((found) => found.path)).toContain(path);
  });

  it.each([
    ['rules', '/blog/../contact', {}, 'not the pattern of a rule: its segment ".." leads to another address'],
    ['files', 'client/../x.js', FILE, 'not a safe path below client/, server/, data/ or maps/'],
  ])('gives the reason for the invalid path of %s', (list, path, value, reason) => {
    expect(issuesIn(changedRelease((copy) => (copy[list][path] = value)))).toContainEqual({
      path: `${list}.${path}`,
      reason,
    });
  });

  it('rejects a pattern over 2,048 characters for its length alone', () => {
    const issues = issuesIn(changedRelease((copy) => (copy['routes'][0].path = '/a'.repeat(10_000))));
    expect(issues).toEqual([{ path: 'routes.0.path', reason: expect.stringContaining('2048') }]);
  });

  it('lists at most 100 invalid files', () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`../${index}`, { sha256: 'a'.repeat(64), bytes: 1 }]),
    );
    const issues = issuesIn({ ...release, files });
    expect(issues.filter(({ path }) => path.startsWith('files.'))).toHaveLength(100);
  });

  it('counts files before it checks their names', () => {
    const files = Object.fromEntries(Array.from({ length: 30_001 }, (_, index) => [`../${index}`, 1]));
    const issues = issuesIn({ ...release, files });
    expect(issues[0]).toEqual({ path: 'files', reason: 'more than 30000 files' });
    expect(issues.filter(({ path }) => path.startsWith('files.'))).toEqual([]);
  });
});
