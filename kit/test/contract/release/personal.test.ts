import { expect, test } from 'vitest';
import { findExchange, PERSONAL_LIMITS, PERSONAL_METHODS } from '../../../src/contract/release/personal.ts';
import { personal } from '../../../src/contract/release/release-schema.ts';

const methods = [...PERSONAL_METHODS];
const many = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => name(at));

const sampled = (samples: object) => ({ account: { paths: ['/me'], methods, samples } });
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test('accepts names with paths and methods', () => {
  const samples = { '/me': { name: 'Ada' }, '/orders/7': null };
  const paths = [
    '/me',
    '/orders/*',
    { path: '/session', body: 'form' },
    { path: '/photos', body: { types: ['image/png', 'image/jpeg'], maxMB: 5 } },
    { path: '/bills/*', answer: { types: ['application/pdf'], maxMB: 20 } },
  ];
  const declared = { account: { paths, methods, signIn: 'docs.sign-in', samples } };
  expect(personal.parse(declared)).toEqual(declared);
});

test.each<[string, unknown]>([
  ['an invalid name', { 'My Account': { paths: ['/me'], methods } }],
  ['no path', { account: { paths: [], methods } }],
  ['a path with dot segments', { account: { paths: ['/../admin'], methods } }],
  ['a body of another kind', { account: { paths: [{ path: '/me', body: 'text' }], methods } }],
  [
    'a file without a size',
    { account: { paths: [{ path: '/a', answer: { types: ['image/png'] } }], methods } },
  ],
  [
    'files of 101 MB',
    { account: { paths: [{ path: '/a', answer: { types: ['image/png'], maxMB: 101 } }], methods } },
  ],
  [
    'files that run scripts',
    { account: { paths: [{ path: '/a', answer: { types: ['text/html'], maxMB: 1 } }], methods } },
  ],
  ['no method', { account: { paths: ['/me'], methods: [] } }],
  ['an unknown method', { account: { paths: ['/me'], methods: ['TRACE'] } }],
  ['a method in lower case', { account: { paths: ['/me'], methods: ['get'] } }],
  ['a cookie, which only operators may name', { account: { paths: ['/me'], methods, cookies: ['sid'] } }],
  ['too many paths', { account: { paths: many(PERSONAL_LIMITS.paths + 1, (at) => `/${at}`), methods } }],
  [
    'too many names',
    Object.fromEntries(
      many(PERSONAL_LIMITS.names + 1, (at) => `a${at}`).map((name) => [name, { paths: ['/'], methods }]),
    ),
  ],
  ['a sample of an undeclared path', sampled({ '/you': 1 })],
  ['a sample that is not JSON', sampled({ '/me': () => 1 })],
  ['a sample that is too long', sampled({ '/me': 'x'.repeat(PERSONAL_LIMITS.characters) })],
  ['a sample that is nested too deep', sampled({ '/me': nested(PERSONAL_LIMITS.parts) })],
  ['a sample that is nested deeper than a stack', sampled({ '/me': nested(100_000) })],
  [
    'too many samples',
    {
      account: {
        paths: ['/*'],
        methods,
        samples: Object.fromEntries(many(21, (at) => `/${at}`).map((path) => [path, 1])),
      },
    },
  ],
])('rejects %s', (_, declared) => {
  expect(personal.safeParse(declared).success).toBe(false);
});

test('a path has what the first declared path that it fits takes', () => {
  const paths = ['/me', { path: '/orders/new', body: 'form' as const }, '/orders/*'];
  expect(findExchange(paths, '/orders/new')).toEqual(paths[1]);
  expect(findExchange(paths, '/orders/7')).toEqual({ path: '/orders/*' });
  expect(findExchange(paths, '/admin')).toBeUndefined();
});
