import { expect, it } from 'vitest';
import { ownPath } from '../../../src/contract/routing/own-path.ts';

it.each([
  ['/', '/'],
  ['/orders', '/orders'],
  ['/orders/7?page=2&q=a%20b#last', '/orders/7?page=2&q=a%20b#last'],
  ['/orders/', '/orders'],
  ['/a/./b', '/a/b'],
  ['/@evil.example/..//evil.example', '/evil.example'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/search?next=https://other.example', '/search?next=https://other.example'],
])('accepts %j as %j', (given, path) => {
  expect(ownPath(given)).toBe(path);
});

/** Addresses that a browser, a server or a proxy reads as another site, or as code. */
const ATTACKS = [
  '',
  'orders',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nlocation: https://evil.example',
  '/\0/evil.example',
  ' //evil.example',
  '/ /evil.example',
  '\u200B//evil.example',
  '/\u2028/evil.example',
  '/%2Fevil.example',
  '/%2fevil.example',
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '/%5c%5cevil.example',
  '/%09/evil.example',
  '/%0d%0aset-cookie:a=b',
  '/%00',
  '/%E0%A4%A',
  '/..%2f..%2fevil',
  '/%252e%252e/evil',
  '%2F%2Fevil.example',
  `/${'x'.repeat(2_000)}`,
];

it.each(ATTACKS)('refuses %j', (given) => {
  expect(ownPath(given)).toBeUndefined();
});
