import { LRUCache } from 'lru-cache';

/** Of keys, in characters: they have any query in them. */
const REMEMBERED = 200_000;

/**
 * Any query can be asked for, and most that are, once: to keep those whole costs memory, and the collector of garbage more than all
 * else that is done to them.
 * @returns whether a key was asked for before; it is remembered now.
 */
export function createAskedAgain(): (key: string) => boolean {
  const asked = new LRUCache<string, true>({ maxSize: REMEMBERED, sizeCalculation: (_, key) => key.length });
  return (key) => {
    const again = asked.has(key);
    asked.set(key, true);
    return again;
  };
}
