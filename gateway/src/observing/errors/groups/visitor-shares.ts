import { LRUCache } from 'lru-cache';

/** How many different errors of an app one visitor brings forth within a day: whoever makes them up takes nobody's place. */
export interface VisitorShares {
  /** @param visitor hash of the day. @param error what tells it from others. @returns false for one too many */
  take(visitor: string, app: string, error: string): boolean;
}

/** Of the 100 groups that are kept of an app. */
export const MOST_OF_A_VISITOR = 30;
/** The least recently seen are forgotten. */
const MOST_VISITORS = 5_000;

export function createVisitorShares(): VisitorShares {
  const shares = new LRUCache<string, Set<string>>({
    max: MOST_VISITORS,
    memoMethod: () => new Set<string>(),
  });
  return {
    take(visitor, app, error) {
      const known = shares.memo(`${visitor} ${app}`);
      if (known.size < MOST_OF_A_VISITOR) known.add(error);
      return known.has(error);
    },
  };
}
