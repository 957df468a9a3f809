import { describe, expect, test } from 'vitest';
import {
  CACHE,
  compositionCache,
  createSharedCaches,
  EVERY_APP,
} from '../../../src/serving/responses/cache-policy.ts';

test('an answer with data of an upstream is revalidated', () => {
  expect(compositionCache('a', { state: () => 'fresh' })).toBe(CACHE.revalidate);
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
