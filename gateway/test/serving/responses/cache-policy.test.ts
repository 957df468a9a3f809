import { expect, test } from 'vitest';
import { CACHE, compositionCache } from '../../../src/serving/responses/cache-policy.ts';

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
