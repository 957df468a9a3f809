import { expect, test } from 'vitest';
import { cookieHeader, readCookie } from '../../../src/platform/secrets/cookie.ts';

test.each([
  [undefined, undefined],
  ['a=1; preview=abc', 'abc'],
  ['preview=first; preview=second', 'first'],
  ['previews=x', undefined],
  ['preview=a%20b', 'a b'],
])('of %j reads %j', (header, value) => expect(readCookie(header, 'preview')).toBe(value));

test('is kept from scripts and from other sites, and ends with the browser', () => {
  const header = cookieHeader('preview', 'abc', { path: '/', sameSite: 'lax', secure: true });
  expect(header.split('; ').toSorted()).toEqual([
    'HttpOnly',
    'Path=/',
    'SameSite=Lax',
    'Secure',
    'preview=abc',
  ]);
});

test('is taken away by a value that is none', () => {
  expect(cookieHeader('preview', undefined, { path: '/', sameSite: 'strict', secure: false })).toMatch(
    /^preview=; Max-Age=0; /,
  );
});
