import { expect, it } from 'vitest';
import { importMap, integrityOf, partOfMap } from '../../../src/contract/release/import-map.ts';
import type { Release } from '../../../src/contract/release/release.ts';

const release = (app: string, files: string[], bootstrap?: string): Release => {
  const named = Object.fromEntries(files.map((file) => [file, { sha256: '', bytes: 0 }]));
  return { app, files: named, client: { bootstrap } } as Release;
};

it('maps the name of each script to the file of this composition, sorted, without the bootstrap of the shell', () => {
  const bootstrap = 'client/bootstrap.0123456789.js';
  const { imports } = importMap([
    release('shell', ['client/main.0123456789.js', bootstrap], bootstrap),
    release('blog', ['client/pages.blog.post.aaaaaaaaaa.js', 'client/bootstrap.bbbbbbbbbb.js']),
  ]);
  expect(Object.entries(imports)).toEqual([
    ['/assets/blog/bootstrap.js', '/assets/blog/bootstrap.bbbbbbbbbb.js'],
    ['/assets/blog/pages.blog.post.js', '/assets/blog/pages.blog.post.aaaaaaaaaa.js'],
    ['/assets/shell/main.js', '/assets/shell/main.0123456789.js'],
  ]);
});

it.each([
  'client/main.0123456789.js.br',
  'client/styles.0123456789.css',
  'client/plain.js',
  'server/server.0123456789.js',
])('has no entry for %s', (file) => {
  expect(importMap([release('blog', [file])])).toEqual({ imports: {}, integrity: {} });
});

it('lists the integrity of each file in the form of browsers', () => {
  const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const { integrity } = importMap([
    {
      app: 'blog',
      client: {},
      files: { 'client/page.0123456789.js': { sha256, bytes: 0 } },
    } as unknown as Release,
  ]);
  expect(integrity).toEqual({ '/assets/blog/page.0123456789.js': integrityOf(sha256) });
  expect(integrityOf(sha256)).toBe('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
});

it('returns the part of some files in their order, without unknown files', () => {
  const all = importMap([release('blog', ['client/a.0123456789.js', 'client/b.0123456789.js'])]);
  const [a, b] = ['/assets/blog/a.0123456789.js', '/assets/blog/b.0123456789.js'];
  const part = partOfMap(all, [b, a, b, '/assets/docs/c.0123456789.js', 'toString']);
  expect(Object.entries(part.imports)).toEqual([
    ['/assets/blog/b.js', b],
    ['/assets/blog/a.js', a],
  ]);
  expect(Object.keys(part.integrity)).toEqual([b, a]);
});

it('lists the file of a shared library by its address, which code names, whichever app has it', () => {
  const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const [address, file] = [`/assets/-/${digest}.js`, `client/-/${digest}.js`];
  const having = (app: string) =>
    ({ app, client: {}, files: { [file]: { sha256: digest, bytes: 0 } } }) as unknown as Release;
  const all = importMap([having('blog'), having('shop')]);
  expect(all).toEqual({ imports: {}, integrity: { [address]: integrityOf(digest) } });
  expect(partOfMap(all, [address])).toEqual(all);
});
