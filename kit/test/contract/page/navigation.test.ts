import { describe, expect, it } from 'vitest';
import { activeNavigation, parseNavigationKey } from '../../../src/contract/page/navigation.ts';

const LINKS = ['/', '/about', '/blog', '/Work', '/about/contact'].map((path) => ({
  place: path,
  path,
  label: path,
}));

describe('activeNavigation', () => {
  it.each([
    ['/', '/#page'],
    ['/about', '/about#page'],
    ['/about/', '/about#page'],
    ['/About', '/about#page'],
    ['/%61bout', '/about#page'],
    ['/work', '/Work#page'],
    ['/blog', '/blog#page'],
    ['/blog/a-post', '/blog#section'],
    ['/BLOG/A/b', '/blog#section'],
    ['/about/us', '/about#section'],
    ['/about/contact', '/about/contact#page'],
    ['/about/contact/thanks', '/about/contact#section'],
    ['/blogs', ''],
    ['/terms', ''],
    ['/x/about', ''],
    ['/%zz', ''],
  ])('%j belongs to %j', (path, key) => {
    expect(activeNavigation(path, LINKS)).toBe(key);
  });

  it('returns an empty key without links', () => {
    expect(activeNavigation('/', [])).toBe('');
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
    ['#page', null],
  ])('parses %j', (key, value) => {
    expect(parseNavigationKey(key)).toEqual(value);
  });
});
