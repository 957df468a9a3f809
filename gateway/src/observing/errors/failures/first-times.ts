import { LRUCache } from 'lru-cache';

/** Tells what happens for the first time from what happens again; holds so much and no more, whoever makes it happen. */
export interface FirstTimes {
  /**
   * @param owner of the causes: one that brings forth ever new ones uses up its own share, nobody else's.
   * @returns `first`; `last` of those that are told of, for an hour; undefined when nothing is to be told.
   */
  note(owner: string, cause: string): 'first' | 'last' | undefined;
}

const MAX_OWNERS = 200;
/** Causes that are told of for each owner. */
const MAX_CAUSES = 50;
const REST_MS = 60 * 60_000;

/** @param now ms since the epoch. */
export function createFirstTimes(now: () => number): FirstTimes {
  const owners = new LRUCache<string, { causes: Set<string>; fullAt: number }>({ max: MAX_OWNERS });
  return {
    note(owner, cause) {
      const known = owners.get(owner);
      const isRested = known !== undefined && known.fullAt <= now() - REST_MS;
      const share = known && !isRested ? known : { causes: new Set<string>(), fullAt: Infinity };
      owners.set(owner, share);
      if (share.fullAt < Infinity || share.causes.has(cause)) return undefined;
      share.causes.add(cause);
      if (share.causes.size < MAX_CAUSES) return 'first';
      share.fullAt = now();
      return 'last';
    },
  };
}
