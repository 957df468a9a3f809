import { expect, it } from 'vitest';
import { importMap } from '../../../src/contract/release/import-map.ts';
import type { Release } from '../../../src/contract/release/release.ts';

const release = (app: string, files: string[]): Release =>
  ({ app, files: Object.fromEntries(files.map((file) => [file, { sha256: '', bytes: 0 }])) }) as Release;

it('leads from the name of each script to the file of this composition, in order', () => {
  const { imports } = importMap([
    release('shell', ['client/main.0123456789.js', 'client/bootstrap.0123456789.js']),
    release('blog', ['client/pages.blog.post.aaaaaaaaaa.js']),
  ]);
  expect(Object.entries(imports)).toEqual([
    ['/assets/blog/pages.blog.post.js', '/assets/blog/pages.blog.post.aaaaaaaaaa.js'],
    ['/assets/shell/main.js', '/assets/shell/main.0123456789.js'],
  ]);
});

it.each([
  'client/main.0123456789.js.br',
  'client/styles.0123456789.css',
  'client/plain.js',
  'server/server.0123456789.js',
])('has no line for %s', (file) => {
  expect(importMap([release('blog', [file])])).toEqual({ imports: {} });
});
