import { expect, it } from 'vitest';
import * as original from 'react-router';
import { generatePath, matchPath, type PathPattern } from '../../../src/react/router/path-pattern.ts';

const PATHS = [
  '/',
  '/blog',
  '/blog/',
  '/Blog',
  '/blog/a%20b',
  '/blog/a/b',
  '/blogs',
  '/de/blog',
  '/a.b',
  '/axb',
];

it.each<PathPattern | string>([
  '/',
  '/blog',
  '/blog/:slug',
  '/blog/*',
  '*',
  '/:lang?/blog',
  '/a.b',
  { path: '/blog', end: false },
  { path: '/blog', caseSensitive: true },
  { path: '/', end: false },
])('matches %j as react-router does', (pattern) => {
  const all = (match: typeof original.matchPath): unknown[] =>
    PATHS.map((path) => match(pattern as string, path)).map((found) => found && { ...found, pattern: '' });
  expect(all(matchPath as never)).toEqual(all(original.matchPath));
});

it.each<[string, Record<string, string>]>([
  ['/blog/:slug', { slug: 'a b' }],
  ['/:lang?/blog', {}],
  ['/:lang?/blog', { lang: 'de' }],
  ['/files/*', { '*': 'a/b' }],
  ['/', {}],
])('writes %s as react-router does', (pattern, params) => {
  expect(generatePath(pattern, params)).toBe(original.generatePath(pattern, params));
});

it('names a parameter that is missing', () => {
  expect(() => generatePath('/blog/:slug')).toThrow('Missing ":slug" param');
});
