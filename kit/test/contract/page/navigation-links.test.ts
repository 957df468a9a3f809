import { describe, expect, it } from 'vitest';
import { activeNavigation, parseNavigationKey } from '../../../src/contract/page/navigation-links.ts';

describe('activeNavigation', () => {
  it.each([
    ['/', '/#page'],
    ['/about', '/about#page'],
    ['/about/', '/about#page'],
    ['/About', '/about#page'],
    ['/%61bout', '/about#page'],
    ['/blog', '/blog#page'],
    ['/blog/a-post', '/blog#section'],
    ['/BLOG/A/b', '/blog#section'],
    ['/blogs', ''],
    ['/terms', ''],
    ['/x/about', ''],
    ['/%zz', ''],
  ])('%j belongs to %j', (path, key) => {
    expect(activeNavigation(path)).toBe(key);
  });
});

describe('parseNavigationKey', () => {
  it.each([
    ['/blog#page', { href: '/blog', exact: true }],
    ['/blog#section', { href: '/blog', exact: false }],
    ['/#page', { href: '/', exact: true }],
    ['', null],
    ['/blog', null],
    ['/blog#other', null],
    ['/unknown#page', null],
  ])('reads %j', (key, value) => {
    expect(parseNavigationKey(key)).toEqual(value);
  });
});
