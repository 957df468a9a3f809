import { expect, it } from 'vitest';
import { placeUrl, toPlace } from '../../src/navigation/place.ts';

it.each([
  ['/blog?tag=a#top', { path: '/blog', search: '?tag=a', hash: '#top' }],
  ['/blog', { path: '/blog', search: '', hash: '' }],
  ['/a#b?c', { path: '/a', search: '', hash: '#b?c' }],
])('parses %s, and formats it back', (url, place) => {
  expect(toPlace(url)).toEqual(place);
  expect(placeUrl(place)).toBe(url);
});

it('returns path, search and hash of a location', () => {
  expect(toPlace(new URL('https://site.example/blog?x=1#y'))).toEqual({
    path: '/blog',
    search: '?x=1',
    hash: '#y',
  });
});
