import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseRelease } from '@voltframe/kit/contract/release/release-json';
import type { MfeConfig } from '../../../src/contract/release/mfe-config.ts';
import type { Compiled } from '../../../src/build/compile.ts';
import type { ReleaseFiles } from '../../../src/build/release/release-files.ts';
import { DEFAULT_BUDGET, releaseManifest } from '../../../src/build/release/release-manifest.ts';
import { appOf } from '../fixtures/sample-app.ts';

const groups: [string, string[]][] = [
  ['main', ['react.js', 'main.js', 'styles.css']],
  ['pages.blog.list', ['pages.blog.list.js', 'pages.blog.list.css']],
  ['islands.Posts', ['islands.Posts.js', 'islands.Posts.css', 'styles.css']],
];
const client = {
  groups: new Map(groups),
  lateCss: new Map([['pages.blog.list', ['late.css', 'pages.blog.list.css']]]),
  importers: new Map(),
  consumed: new Set(),
  libraries: new Map(),
} as Compiled;
const names = [...groups.flatMap(([, files]) => files), 'late.css', 'blog.js', 'bootstrap.js'];
const EMPTY = { sha256: createHash('sha256').digest('hex'), bytes: 0 };
const files: ReleaseFiles = {
  named: new Map(names.map((name) => [name, `client/${name.replace('.', '-hash.')}`])),
  bodies: new Map([
    ['server/server.cjs', Buffer.from('x')],
    // In no sorted order.
    ['client/font.woff2', Buffer.from('')],
    ['client/bold.woff2', Buffer.from('')],
  ]),
};
const manifest = (config: Partial<MfeConfig> = {}, mode: 'production' | 'development' = 'production') =>
  releaseManifest(appOf(config), client, files, mode);

describe('releaseManifest', () => {
  it('lists size and digest of every file, sorted by name', () => {
    expect(Object.entries(manifest().files)).toEqual([
      ['client/bold.woff2', EMPTY],
      ['client/font.woff2', EMPTY],
      ['server/server.cjs', { sha256: createHash('sha256').update('x').digest('hex'), bytes: 1 }],
    ]);
  });

  it('lists the files of a route once each, with styles that load later', () => {
    expect(manifest().routes[0]).toMatchObject({
      expose: './pages/blog.list',
      js: ['client/pages-hash.blog.list.js'],
      css: ['client/pages-hash.blog.list.css', 'client/late-hash.css'],
    });
  });

  it('lists the fonts that the styles of a page use, and no others', () => {
    const font = { family: 'blog_serif', file: './serif.ttf' };
    const sheet = 'client/pages-hash.blog.list.css';
    const [normal, bold] = ['client/blog_serif-400-normal.0a.woff2', 'client/blog_serif-700-normal.0b.woff2'];
    const built = [...files.bodies, [normal, Buffer.from('')] as const, [bold, Buffer.from('')] as const];
    const fontsOf = (css: string) => {
      const withFont = { ...files, bodies: new Map([...built, [sheet, Buffer.from(css)] as const]) };
      return releaseManifest(appOf({ fonts: [font] }), client, withFont, 'production').routes[0]!.fonts;
    };
    expect(fontsOf('.blog_a { font-family: blog_serif; }')).toEqual([normal]);
    expect(fontsOf('.blog_a { color: red; }')).toBeUndefined();
  });

  it('preloads the fonts of the shell, except those for some letters only', () => {
    const css = `@font-face{src:url(/assets/shell/font.woff2)} @font-face{src:url(/assets/shell/bold.woff2);unicode-range:U+c0}`;
    const bodies = new Map([...files.bodies, ['client/styles-hash.css', Buffer.from(css)] as const]);
    const { client: entry } = releaseManifest(
      appOf({ kind: 'shell', routes: [] }),
      client,
      { ...files, bodies },
      'production',
    );
    expect(entry.fonts).toEqual(['client/font.woff2']);
  });

  it('lists the origins of a page with those of its app, and the origins of an island', () => {
    const [a, b] = ['https://a.example', 'https://b.example'];
    const page = { id: 'blog.list', path: '/blog', page: './list.tsx', csp: { 'img-src': [b] } };
    const { routes, islands } = manifest({
      csp: { 'img-src': [a] },
      routes: [page],
      islands: { Posts: { component: './posts.tsx', csp: { 'frame-src': [b] } } },
    });
    expect([routes[0]!.csp, islands['Posts']!.csp]).toEqual([{ 'img-src': [a, b] }, { 'frame-src': [b] }]);
    expect(manifest().routes[0]).not.toHaveProperty('csp');
  });

  it('declares runtime styles of the app for its pages and islands, and of a page for that page', () => {
    const page = { id: 'blog.list', path: '/blog', page: './list.tsx' };
    const islands = { Posts: { component: './posts.tsx' } };
    const all = manifest({ styles: 'runtime', routes: [page], islands });
    expect([all.routes[0]!.styles, all.islands['Posts']!.styles]).toEqual(['runtime', 'runtime']);
    const one = manifest({ routes: [{ ...page, styles: 'runtime' }], islands });
    expect([one.routes[0]!.styles, one.islands['Posts']!.styles]).toEqual(['runtime', undefined]);
  });

  it.each([
    [{}, true],
    [{ prerender: false }, false],
    [{ guards: ['members'] }, false],
  ])('marks a route with %j as prerendered: %s', (part, prerender) => {
    const route = { id: 'blog.list', path: '/blog', page: './list.tsx', ...part };
    const config = { routes: [route], guards: { members: './members.ts' } };
    expect(manifest(config).routes[0]!.prerender).toBe(prerender);
  });

  it.each([
    [undefined, { query: [] }],
    [['tag'], { query: ['tag'] }],
    [
      { tag: { samples: ['react'] }, page: {} },
      { query: ['tag', 'page'], samples: { tag: ['react'] } },
    ],
    [{ tag: { samples: [] } }, { query: ['tag'] }],
  ])('accepts the query of a route as a list or with samples: %j', (query, expected) => {
    const route = { id: 'blog.list', path: '/blog', page: './list.tsx', ...(query && { query }) };
    const { query: declared, samples } = manifest({ routes: [route] }).routes[0]!;
    expect({ query: declared, ...(samples && { samples }) }).toEqual(expected);
  });

  it('uses the budget of a route before that of the app and the default; a development build has a large one', () => {
    const routes = (budget?: object) => [
      { id: 'blog.list', path: '/blog', page: './list.tsx', ...(budget && { budget }) },
    ];
    const budgetOf = (config: Partial<MfeConfig>, mode?: 'development') =>
      manifest(config, mode).routes[0]!.budget;
    expect(budgetOf({ routes: routes() })).toEqual(DEFAULT_BUDGET);
    expect(budgetOf({ routes: routes({ js: 3 }), budget: { js: 2, css: 2 } })).toEqual({ js: 3, css: 2 });
    expect(budgetOf({}, 'development').js).toBeGreaterThan(1_000_000);
  });

  it('requires react-dom/client of a remote that imports it only, as earlier shells do not provide it', () => {
    const requiredBy = (consumed: string[]) =>
      Object.keys(
        releaseManifest(appOf(), { ...client, consumed: new Set(consumed) }, files, 'production').shared
          .requires,
      );
    expect(requiredBy(['react'])).not.toContain('react-dom/client');
    expect(requiredBy(['react', 'react-dom/client'])).toContain('react-dom/client');
  });

  it('lists what the shell provides and loads first, and what a remote requires', () => {
    const shell = manifest({
      name: 'shell',
      kind: 'shell',
      islands: { Posts: { component: './posts.tsx' } },
    });
    expect(shell.client).toEqual({
      entry: 'client/main-hash.js',
      js: ['client/react-hash.js'],
      bootstrap: 'client/bootstrap-hash.js',
      css: ['client/styles-hash.css'],
      fonts: ['client/bold.woff2', 'client/font.woff2'],
    });
    expect([Object.keys(shell.shared.requires), Object.keys(shell.shared.provides)]).toEqual([
      [],
      expect.arrayContaining(['react']),
    ]);
    expect(shell.islands['Posts']!.css).toEqual(['client/islands-hash.Posts.css']);
    const remote = manifest();
    expect(remote.client).toEqual({ entry: 'client/blog-hash.js', css: [] });
    expect(remote.shared).toEqual({
      provides: {},
      requires: expect.objectContaining({ react: expect.stringMatching(/^\^/) as string }),
    });
  });

  it('changes its digest with its content, and passes the schema of releases', () => {
    expect(manifest().digest).toBe(manifest().digest);
    expect(manifest({ rules: { '/blog/old': { redirect: '/blog' } } }).digest).not.toBe(manifest().digest);
    const { named, bodies } = files;
    const whole: ReleaseFiles = {
      named,
      bodies: new Map([...bodies, ...[...named.values()].map((file) => [file, Buffer.from('x')] as const)]),
    };
    const release = releaseManifest(appOf(), client, whole, 'production');
    expect(parseRelease(JSON.parse(JSON.stringify(release)))).toMatchObject({ ok: true });
  });
});
