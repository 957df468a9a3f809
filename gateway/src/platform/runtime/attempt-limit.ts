import { LRUCache } from 'lru-cache';
import { createTimeWindow, type TimeWindow } from './time-window.ts';

/** How often something may happen for each key (an address, say) within a window of time. */
export interface AttemptLimit {
  /** Counts one. @returns false when there were too many already. */
  take(key: string): boolean;
  /** As `take`. @returns undefined, or the ms until it would be allowed. */
  waitMs(key: string): number | undefined;
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
  const windows = new LRUCache<string, TimeWindow>({
    max: MAX_KEYS,
    memoMethod: () => createTimeWindow(windowMs, now),
  });
  const waitMs = (key: string): number | undefined => {
    const window = windows.memo(key);
    if (window.count() >= most) return window.endsInMs();
    window.add();
    return undefined;
  };
  return {
    isSpent: (key) => (windows.get(key)?.count() ?? 0) >= most,
    take: (key) => waitMs(key) === undefined,
    waitMs,
  };
}
