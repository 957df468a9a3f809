import { LRUCache } from 'lru-cache';
import { largerNetwork, visitorNetwork } from './network-address.ts';
import { createTimeWindow, type TimeWindow } from './time-window.ts';
import { mostEntries } from './most-entries.ts';

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
    ...mostEntries(MAX_KEYS),
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
    /** @returns the number of attempts that are allowed now. */
    left: (key: string): number => most - (windows.get(key)?.count() ?? 0),
    /** Counts one attempt. @returns false when the limit was already reached. */
    take: (key: string): boolean => waitMs(key) === undefined,
    /** As `take`. @returns undefined, or the ms until it would be allowed. */
    waitMs,
  };
}

/**
 * Factor of the limit of a larger network: an office or a provider has several addresses in it, and so has a person
 * who rents them.
 */
const LARGER_TIMES = 10;

/**
 * Limits how often something may happen for each network of visitors, and for the larger network that it is part of,
 * within a window of time.
 * @param keyOf the key of a network in memory; absent: its text.
 * @param atOnce most concurrent operations of each network, counted by `begin`; absent: any number.
 */
export function createNetworkLimit({
  most,
  windowMs,
  now,
  keyOf = (network) => network,
  atOnce = Infinity,
}: {
  most: number;
  windowMs: number;
  now: () => number;
  keyOf?: (network: string) => string;
  atOnce?: number;
}) {
  const underWay = new Map<string, number>();
  const own = createAttemptLimit({ most, windowMs, now });
  const larger = createAttemptLimit({ most: most * LARGER_TIMES, windowMs, now });
  /** Counts one attempt. @param address of a visitor. @returns undefined, or the ms until an attempt is allowed. */
  const waitMs = (address: string): number | undefined => {
    const around = keyOf(largerNetwork(address));
    // An attempt that the larger network refuses does not count for the visitor's own network.
    if (larger.isSpent(around)) return larger.waitMs(around);
    return own.waitMs(keyOf(visitorNetwork(address))) ?? larger.waitMs(around);
  };
  return {
    waitMs,
    /** As `waitMs`. @returns false when there were too many already. */
    take: (address: string): boolean => waitMs(address) === undefined,
    /** @returns ends the operation that begins now; undefined while the network has too many. */
    begin(address: string): (() => void) | undefined {
      const key = keyOf(visitorNetwork(address));
      const add = (more: number): void => {
        const sum = (underWay.get(key) ?? 0) + more;
        if (sum > 0) underWay.set(key, sum);
        else underWay.delete(key);
      };
      if ((underWay.get(key) ?? 0) >= atOnce) return undefined;
      add(1);
      return () => add(-1);
    },
  };
}
