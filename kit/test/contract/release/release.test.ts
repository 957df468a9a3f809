import { expect, it } from 'vitest';
import { assetUrl, linkedPath, mapOf } from '../../../src/contract/release/release.ts';

it('converts a file of a release to its address and to its map', () => {
  expect(assetUrl('blog', 'client/page.3f2a.js')).toBe('/assets/blog/page.3f2a.js');
  expect(mapOf('client/page.3f2a.js')).toBe('maps/client/page.3f2a.js.map');
});

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
