import { expect, it } from 'vitest';
import { assetUrl, libraryFile, libraryUrl, linkedPath } from '../../../src/contract/release/release.ts';

const app = {
  routes: [
    { id: 'blog.list', path: '/blog' },
    { id: 'blog.post', path: '/blog/:slug' },
  ],
};

it.each([
  ['a page', 'blog.list', '/blog'],
  ['a page with a parameter', 'blog.post', undefined],
  ['no page', 'blog.none', undefined],
])('returns the path of a link to %s, if it has one', (_, route, path) => {
  expect(linkedPath(app, { route, label: 'Blog' })).toBe(path);
});

it('gives the file of a shared library the same address in each app, and any other file one of its app', () => {
  const digest = 'a'.repeat(64);
  expect([assetUrl('blog', libraryFile(digest)), assetUrl('shop', libraryFile(digest))]).toEqual([
    libraryUrl(digest),
    libraryUrl(digest),
  ]);
  expect(libraryUrl(digest)).toBe(`/assets/-/${digest}.js`);
  expect(assetUrl('blog', 'client/-.0123456789.js')).toBe('/assets/blog/-.0123456789.js');
});
