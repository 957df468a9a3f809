import { expect, test } from 'vitest';
import {
  isDeclaredPath,
  upstreamPathIssue,
  upstreamPatternIssue,
} from '../../../src/contract/release/upstreams.ts';

test.each(['/', '/posts', '/posts/**', '/**', '/wp-json/v2/Posts', '/posts/*/comments', '/a_b/c.json'])(
  'accepts the declared path %s',
  (pattern) => expect(upstreamPatternIssue(pattern)).toBeUndefined(),
);

test.each([
  ['posts', 'slash'],
  ['/posts/', 'segment ""'],
  ['//evil.example', 'segment ""'],
  ['/a/../b', 'elsewhere'],
  ['/a/./b', 'elsewhere'],
  ['/**/posts', '"**"'],
  ['/post*', '"post*"'],
  ['/a%2fb', '"a%2fb"'],
  ['/a?b', '"a?b"'],
  ['/a\\b', '"a\\\\b"'],
  [`/${'a'.repeat(200)}`, 'longer'],
])('rejects the declared path %s: %s', (pattern, reason) =>
  expect(upstreamPatternIssue(pattern)).toContain(reason),
);

test.each([
  ['/posts/**', '/posts', true],
  ['/posts/**', '/posts/7', true],
  ['/posts/**', '/posts/7/comments', true],
  ['/posts/**', '/postscript', false],
  ['/posts/*', '/posts/7', true],
  ['/posts/*', '/posts', false],
  ['/posts/*', '/posts/7/comments', false],
  ['/Posts', '/posts', false],
  ['/**', '/', true],
  ['/', '/', true],
  ['/', '/posts', false],
  ['/posts/*', '/posts/caf%C3%A9', true],
])('declared %s, requested %s: %s', (pattern, path, may) =>
  expect(isDeclaredPath([pattern], path)).toBe(may),
);

test.each(['/', '/posts/7', '/posts/caf%C3%A9', '/a:b@c'])('accepts the requested path %s', (path) =>
  expect(upstreamPathIssue(path)).toBeUndefined(),
);

test.each([
  'posts',
  'https://evil.example/',
  '//evil.example/',
  '/posts/',
  '/posts//7',
  '/posts/../admin',
  '/posts/%2e%2e/admin',
  '/posts/..%2fadmin',
  '/posts/%252e%252e',
  '/posts\\admin',
  '/posts?page=2',
  '/posts#top',
  '/posts/%zz',
  '/posts/é',
  '/posts/\u0000',
  `/${'a'.repeat(1_024)}`,
])('rejects the requested path %s, which is not in its canonical spelling', (path) =>
  expect(upstreamPathIssue(path)).toEqual(expect.any(String)),
);
