import { expect, it } from 'vitest';
import { linkedPath, MAX_PLACES } from '../../../src/contract/release/places.ts';

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
