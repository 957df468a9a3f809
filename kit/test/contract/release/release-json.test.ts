import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRelease } from '../../../src/contract/release/release-json.ts';
import { changedRelease, releaseWith } from '../fixtures/changed-release.ts';
import { release } from '../fixtures/release.ts';
import { contact } from '../fixtures/sample-forms.ts';

const FILE = release.files['server/server.cjs']!;
/** Path of the file of a shared library. */
const LIBRARY = `client/-/${'0'.repeat(64)}.js`;
const PLACE = { place: 'blog', app: 'blog' };

/** Without a place the value replaces that at the path of the issue. */
const BROKEN: [name: string, issue: string, value: unknown, place?: string[]][] = [
  ['a remote named shell', 'kind', 'shell', ['app']],
  ['a shell with another name', 'kind', 'shell'],
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
  ['a server bundle not in files', 'server', 'server/other.cjs'],
  ['a server bundle in client/', 'server', 'client/post.0a1b.js'],
  ['an entry in server/', 'client.entry', 'server/server.cjs'],
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
  ['two routes of one id', 'routes.1.id', 'blog.list'],
  ['two routes of one pattern', 'routes.1.path', '/blog'],
  ['a route for every page', 'routes.1.path', '/:page'],
  [
    'a query of a resource that it does not have',
    'resourceQueries./blog/none.json',
    { '/blog/none.json': ['tag'] },
    ['resourceQueries'],
  ],
  ['a parameter named twice', 'routes.1.path', '/:a/:a'],
  ['a route without its expose', 'routes.1.expose', './pages/none'],
  ['a route script not in files', 'routes.1', ['client/none.js'], ['routes', '1', 'js']],
  ['a prerendered guarded page', 'routes.1.prerender', true],
  ['samples of an undeclared parameter', 'routes.0.samples', { none: ['a'] }],
  ['a guard without its expose', 'guards.named.members', './guards/none'],
  ['global guards in a remote', 'guards.global', ['members']],
  ['an unknown global guard', 'guards.global.0', ['nobody'], ['guards', 'global']],
  ['shared modules provided by a remote', 'shared.provides', { react: '19.0.0' }],
  [
    'an island stylesheet not in files',
    'islands.LatestPosts',
    ['client/none.css'],
    ['islands', 'LatestPosts', 'css'],
  ],
  [
    'a redirect to a script',
    'rules./blog/**.redirect',
    { redirect: 'java\tscript:x' },
    ['rules', '/blog/**'],
  ],
  ['places in a remote', 'places', { header: [], footer: [] }],
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
    const navigation = { blog: { route: 'blog.list', label: 'Notes & news' } };
    expect(parseRelease({ ...release, navigation })).toMatchObject({ ok: true });
  });

  it.each(BROKEN)('rejects %s with the path %j', (_, path, value, place = path.split('.')) => {
    const result = parseRelease(releaseWith(value, place));
    expect(result.ok ? [] : result.issues.map((found) => found.path)).toContain(path);
  });

  it('reports the defects of fields and those between them together', () => {
    const result = parseRelease(
      changedRelease((copy) => {
        copy['routes'][0].path = '/blog/../contact';
        copy['routes'][1].expose = './pages/none';
      }),
    );
    expect(result.ok ? [] : result.issues.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['routes.0.path', 'routes.1.expose']),
    );
  });

  it('accepts a shell with bootstrap, fonts, shared modules and global guards of its bundle', () => {
    const shell = changedRelease((copy) => {
      copy['app'] = 'shell';
      copy['kind'] = 'shell';
      copy['client'].bootstrap = 'client/post.0a1b.js';
      copy['client'].fonts = ['client/post.0a1b.css'];
      copy['shared'].provides = { react: '19.3.1' };
      copy['guards'].global = ['members'];
      delete copy['exposes']['./guards/members'];
    });
    expect(parseRelease(shell)).toMatchObject({ ok: true });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (input) => !parseRelease(input).ok));
  });
});
