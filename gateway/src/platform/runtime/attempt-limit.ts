import { LRUCache } from 'lru-cache';
import { createTimeWindow, type TimeWindow } from './time-window.ts';

/** Most keys in memory; the least recently used one is dropped. */
const MAX_KEYS = 10_000;

/** Limits how often something may happen for each key (an address, say) within a window of time. */
export function createAttemptLimit({
  most,
  windowMs,
  now,
}: {
  most: number;
  windowMs: number;
  now: () => number;
}) {
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
    /** @returns whether `take` would return false now. */
    isSpent: (key: string): boolean => (windows.get(key)?.count() ?? 0) >= most,
    /** Counts one attempt. @returns false when the limit was already reached. */
    take: (key: string): boolean => waitMs(key) === undefined,
    /** As `take`. @returns undefined, or the ms until it would be allowed. */
    waitMs,
  };
}
