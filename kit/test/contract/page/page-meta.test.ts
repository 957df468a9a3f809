import { expect, it } from 'vitest';
import { pageMeta } from '../../../src/contract/page/page-meta.ts';

it('makes one element of each value, with the attribute of its vocabulary', () => {
  expect(pageMeta({ author: 'Ada', 'article:tag': ['a', 'b'], 'twitter:label1': 'Time' })).toEqual([
    { name: 'author', content: 'Ada' },
    { property: 'article:tag', content: 'a' },
    { property: 'article:tag', content: 'b' },
    { name: 'twitter:label1', content: 'Time' },
  ]);
  expect(pageMeta()).toEqual([]);
});

it.each([
  ['viewport', 'a page may have apple-itunes-app, application-name, author'],
  ['referrer', 'a page may have'],
  ['theme-color', 'a page may have'],
  ['color-scheme', 'a page may have'],
  ['refresh', 'a page may have'],
  ['content-security-policy', 'a page may have'],
  ['constructor', 'a page may have'],
  ['og:x" http-equiv="refresh', 'a page may have'],
  ['robots', 'its field `indexable` decides it'],
  ['Robots', 'its field `indexable` decides it'],
  ['og:title', 'its field `title` decides it'],
  ['og:url', 'the address of the page decides it'],
])('refuses %s by name', (name, reason) => {
  expect(() => pageMeta({ [name]: 'x' })).toThrow(`head: meta '${name}' is not allowed: ${reason}`);
});
