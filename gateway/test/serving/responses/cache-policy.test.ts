import { describe, expect, test } from 'vitest';
import {
  CACHE,
  compositionCache,
  createSharedCaches,
  EVERY_APP,
  ruleCache,
} from '../../../src/serving/responses/cache-policy.ts';

test('an answer with data of an upstream is revalidated', () => {
  expect(compositionCache('a', { state: () => 'fresh' })).toBe(CACHE.revalidate);
});

test.each([
  ['max-age=60', 'max-age=0, must-revalidate, s-maxage=60'],
  ['public, max-age=600, s-maxage=60', 'public, max-age=0, s-maxage=60, must-revalidate'],
  ['private, max-age=60', 'private, max-age=0, must-revalidate'],
  ['no-store', 'no-store'],
  // Of a release that was admitted before these rules.
  ['public, max-age=31536000, immutable', undefined],
])('a rule with %s lets no browser keep a document', (value, sent) => {
  const rule = { headers: { 'cache-control': value } };
  expect(ruleCache(rule, 'document')).toBe(sent);
});

test('the cache time of a rule applies to shared caches, and to browsers for resources', () => {
  const rule = { cache: { maxAge: 300 } };
  expect(ruleCache(rule, 'document')).toBe('public, max-age=0, must-revalidate, s-maxage=300');
  expect(ruleCache(rule, 'resource')).toBe('public, max-age=300');
});

const headersFor = createSharedCaches(300_000);

describe('the headers for a purged shared cache', () => {
  test('let it store a page under the key of each app in it', () => {
    expect(headersFor(CACHE.revalidate, ['shell', 'blog'])).toEqual({
      'cdn-cache-control': 'max-age=300',
      'surrogate-key': 'shell blog',
      'cache-tag': 'shell,blog',
    });
  });

  test('name immutable content by a key that no deploy purges', () => {
    expect(headersFor(CACHE.immutable, ['blog'])).toEqual({
      'surrogate-key': 'blog.immutable',
      'cache-tag': 'blog.immutable',
    });
  });

  test.each([CACHE.hour, CACHE.minutes, 'public, max-age=60'])('do not extend %s', (cache) => {
    expect(headersFor(cache, [EVERY_APP])).toEqual({ 'surrogate-key': EVERY_APP, 'cache-tag': EVERY_APP });
  });

  test.each([CACHE.never, 'private, max-age=60', 'no-store, private', 'no-cache'])(
    'are none for %s',
    (cache) => expect(headersFor(cache, ['blog'])).toEqual({}),
  );

  test('are none for an answer without apps', () => expect(headersFor(CACHE.revalidate, [])).toEqual({}));
});
