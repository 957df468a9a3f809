import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callAddress, isBelow } from '../../../../src/serving/upstreams/client/call-address.ts';

const base = new URL('https://cms.example/api/');

test.each([
  ['/', [], 'https://cms.example/api/'],
  [
    '/posts',
    [
      ['page', '2'],
      ['q', 'a&b'],
    ],
    'https://cms.example/api/posts?page=2&q=a%26b',
  ],
  ['/posts/a b', [], 'https://cms.example/api/posts/a%20b'],
  ['/posts/caf%C3%A9', [], 'https://cms.example/api/posts/caf%C3%A9'],
  ['/posts/100%25', [], 'https://cms.example/api/posts/100%25'],
  ['/a..b/...', [], 'https://cms.example/api/a..b/...'],
  ['/@evil.example', [], 'https://cms.example/api/@evil.example'],
] as [string, [string, string][], string][])('%s %j is asked for below the base', (path, query, address) => {
  expect(callAddress(base, path, query)).toEqual({ ok: true, address: new URL(address) });
});

test.each([
  'posts',
  '',
  '/../admin',
  '/posts/..',
  '/posts/./x',
  '/posts/%2e%2e/admin',
  '/posts/%2E./admin',
  '/%252e%252e/admin',
  '/%25252e%25252e/admin',
  '/..;/admin',
  '/%2e%2e%3bx/admin',
  '//evil.example/x',
  '/posts//x',
  '/posts%2f..%2fadmin',
  '/posts%2Fx',
  '/posts%252Fx',
  '/posts\\..\\admin',
  '/posts%5c..',
  '/posts%00',
  '/posts\r\nhost: x',
  '/posts?x=1',
  '/posts#x',
  '/posts/%',
  '/posts/%zz',
  `/${'x'.repeat(2_000)}`,
])('%j is refused', (path) => {
  expect(callAddress(base, path, []).ok).toBe(false);
});

test('a query is bounded', () => {
  expect(callAddress(base, '/posts', [['q', 'x'.repeat(4_000)]]).ok).toBe(false);
});

test('whatever the path, the call stays below the base', () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '/',
    '%2e',
    '%2f',
    '%5c',
    '%25',
    '\\',
    ';',
    '@',
    ':',
    'a',
    '?',
    '#',
    '%0a',
    '%',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const target = callAddress(base, `/${pieces.join('')}`, []);
      if (!target.ok) return;
      expect(target.address.href.startsWith(base.href)).toBe(true);
      expect(isBelow(base, target.address)).toBe(true);
    }),
  );
});

test.each([
  ['https://cms.example/api/posts', true],
  ['https://cms.example/api/', true],
  ['https://cms.example/apis', false],
  ['https://cms.example/', false],
  ['http://cms.example/api/posts', false],
  ['https://cms.example:8443/api/posts', false],
  ['https://user@cms.example/api/posts', false],
  ['https://evil.example/api/posts', false],
])('%s below the base: %s', (address, below) => {
  expect(isBelow(base, new URL(address))).toBe(below);
});
