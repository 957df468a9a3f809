import { LRUCache } from 'lru-cache';

/** How often something may happen for each key (an address, say) within a window of time. */
export interface AttemptLimit {
  /** Counts one. @returns false when there were too many already. */
  take(key: string): boolean;
  /** @returns whether `take` would refuse now. */
  isSpent(key: string): boolean;
}

export interface AttemptLimitOptions {
  most: number;
  windowMs: number;
  now: () => number;
}

/** Keys in memory: the least recently used is forgotten, so that many of them cost no more. */
const MAX_KEYS = 10_000;

export function createAttemptLimit({ most, windowMs, now }: AttemptLimitOptions): AttemptLimit {
  const windows = new LRUCache<string, { since: number; count: number }>({ max: MAX_KEYS });
  const current = (key: string) => {
    const window = windows.get(key);
    return window && window.since > now() - windowMs ? window : undefined;
  };
  return {
    isSpent: (key) => (current(key)?.count ?? 0) >= most,
    take(key) {
      const window = current(key) ?? { since: now(), count: 0 };
      if (window.count >= most) return false;
      window.count++;
      windows.set(key, window);
      return true;
    },
  };
}
