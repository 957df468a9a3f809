import { describe, expect, test } from 'vitest';
import {
  CACHE,
  compositionCache,
  createSharedCaches,
  EVERY_APP,
} from '../../../src/serving/responses/cache-policy.ts';

test.each([
  ['that names the composition that answers is kept for ever', 'a', 'public, max-age=31536000, immutable'],
  ['that names another is asked for again', 'b', 'public, max-age=0, must-revalidate'],
  ['that names none is asked for again', undefined, 'public, max-age=0, must-revalidate'],
])('what has an address %s', (_, named, expected) => {
  expect(compositionCache(named, 'a', undefined)).toBe(expected);
});

test('what has data that changes while the composition stays is asked for again', () => {
  expect(compositionCache('a', 'a', { state: () => 'fresh' })).toBe(CACHE.revalidate);
});

test('what is for one visitor is not kept anywhere', () => {
  expect(CACHE.never).toBe('no-store');
});

const tell = createSharedCaches(300_000);

describe('a shared cache that is told what changed', () => {
  test('need not ask for a page, which it knows by each app whose content is in it', () => {
    expect(tell(CACHE.revalidate, ['shell', 'blog'])).toEqual({
      'cdn-cache-control': 'max-age=300',
      'surrogate-key': 'shell blog',
      'cache-tag': 'shell,blog',
    });
  });

  test('keeps what names its content under a key that no deploy purges', () => {
    expect(tell(CACHE.immutable, ['blog'])).toEqual({
      'surrogate-key': 'blog.immutable',
      'cache-tag': 'blog.immutable',
    });
  });

  test.each([CACHE.hour, CACHE.minutes, 'public, max-age=60'])('keeps to %s, until it is purged', (cache) => {
    expect(tell(cache, [EVERY_APP])).toEqual({ 'surrogate-key': EVERY_APP, 'cache-tag': EVERY_APP });
  });

  test.each([CACHE.never, 'private, max-age=60', 'no-store, private', 'no-cache'])(
    'is told nothing of what is %s',
    (cache) => expect(tell(cache, ['blog'])).toEqual({}),
  );

  test('is told nothing of what is nobody’s', () => expect(tell(CACHE.revalidate, [])).toEqual({}));
});
