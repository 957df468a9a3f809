import { expect, it } from 'vitest';
import { linkedPath } from '../../../src/contract/release/release.ts';

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
