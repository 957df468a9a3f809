import { expect, test } from 'vitest';
import { cookieHeader, readCookie } from '../../../src/platform/secrets/cookie.ts';

test.each([
  [undefined, undefined],
  ['a=1; preview=abc', 'abc'],
  ['preview=first; preview=second', 'first'],
  ['previews=x', undefined],
  ['preview=a%20b', 'a b'],
])('readCookie of the header %j returns %j', (header, value) =>
  expect(readCookie(header, 'preview')).toBe(value),
);

test('a cookie is hidden from scripts and other sites, and expires with the browser session', () => {
  const header = cookieHeader('preview', 'abc', { path: '/', sameSite: 'lax', secure: true });
  expect(header.split('; ').toSorted()).toEqual([
    'HttpOnly',
    'Path=/',
    'SameSite=Lax',
    'Secure',
    'preview=abc',
  ]);
});

test('a cookie without a value is removed', () => {
  expect(cookieHeader('preview', undefined, { path: '/', sameSite: 'strict', secure: false })).toMatch(
    /^preview=; Max-Age=0; /,
  );
});
