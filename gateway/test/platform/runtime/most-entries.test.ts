import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { mostEntries } from '../../../src/platform/runtime/most-entries.ts';

test('above the number of entries the least recently used one is dropped', () => {
  const cache = new LRUCache<string, boolean>(mostEntries(2));
  cache.set('a', true).set('b', false);
  cache.get('a');
  cache.set('c', true);
  expect([...cache.keys()]).toEqual(['c', 'a']);
});

test('a cache allocates nothing for entries that it does not have', () => {
  const { maxSize, max } = new LRUCache<string, true>(mostEntries(1_000));
  expect({ maxSize, max }).toEqual({ maxSize: 1_000, max: 0 });
});
