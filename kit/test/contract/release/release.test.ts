import { expect, it } from 'vitest';
import { assetUrl, linkedPath, mapOf, MAX_PLACES } from '../../../src/contract/release/release.ts';

it('leads from a file of a release to its address, and to its map, which has none', () => {
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
])('a link to %s has its path, or none', (_, route, path) => {
  expect(linkedPath(app, { route, label: 'Blog' })).toBe(path);
});

it('has seven places in the header and two in the footer', () => {
  expect(MAX_PLACES).toEqual({ header: 7, footer: 2 });
});
