import { expect, it } from 'vitest';
import { loadDocument, placeUrl, toPlace } from '../../src/navigation/place.ts';

it.each([
  ['/blog?tag=a#top', { path: '/blog', search: '?tag=a', hash: '#top' }],
  ['/a#b?c', { path: '/a', search: '', hash: '#b?c' }],
])('parses %s, and formats it back', (url, place) => {
  expect(toPlace(url)).toEqual(place);
  expect(toPlace(new URL(url, 'https://site.example'))).toEqual(place);
  expect(placeUrl(place)).toBe(url);
});

it.each([
  ['/about', false, 'assign https://site.example/about'],
  ['/about', true, 'replace https://site.example/about'],
  ['/blog?x#y', false, 'reload'],
  ['/blog?x#z', false, 'assign https://site.example/blog?x#z'],
])('loads %s (replace: %s) by: %s', (url, replace, done) => {
  const calls: string[] = [];
  const location = {
    href: 'https://site.example/blog?x#y',
    assign: (to: string) => calls.push(`assign ${to}`),
    replace: (to: string) => calls.push(`replace ${to}`),
    reload: () => calls.push('reload'),
  };
  loadDocument(location, url, replace);
  expect(calls).toEqual([done]);
});
