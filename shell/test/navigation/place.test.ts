import { expect, it } from 'vitest';
import { placeUrl, toPlace } from '../../src/navigation/place.ts';

it.each([
  ['/blog?tag=a#top', { path: '/blog', search: '?tag=a', hash: '#top' }],
  ['/blog', { path: '/blog', search: '', hash: '' }],
  ['/a#b?c', { path: '/a', search: '', hash: '#b?c' }],
])('reads %s, and writes it again', (url, place) => {
  expect(toPlace(url)).toEqual(place);
  expect(placeUrl(place)).toBe(url);
});

it("takes the site's part of a location", () => {
  expect(toPlace(new URL('https://site.example/blog?x=1#y'))).toEqual({
    path: '/blog',
    search: '?x=1',
    hash: '#y',
  });
});
