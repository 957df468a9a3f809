import type { Whose } from './release-metrics.ts';

/** A look into a cache. */
export interface Lookup {
  cache: 'document' | 'rendering';
  whose: Whose;
  hit: boolean;
}

export interface LookupTally {
  /** @param times how often. */
  add(lookup: Lookup, times?: number): void;
  /** Tells all, and begins anew. */
  drain(): void;
}

/** Kinds, apps and releases, until somebody asks: a gateway that nobody watches forgets nothing either. */
const MAX_TALLIED = 500;

/**
 * Counts until Prometheus asks: a page that is put together looks for four things, and prom-client puts labels together anew for each.
 * @param count told of what was counted.
 */
export function createLookupTally(count: (lookup: Lookup, times: number) => void): LookupTally {
  const tallied = new Map<string, { lookup: Lookup; times: number }>();
  const drain = (): void => {
    for (const { lookup, times } of tallied.values()) count(lookup, times);
    tallied.clear();
  };
  return {
    drain,
    add(lookup, times = 1) {
      const { cache, whose, hit } = lookup;
      const key = `${cache} ${hit} ${whose.app} ${whose.digest}`;
      const known = tallied.get(key);
      if (known) return void (known.times += times);
      if (tallied.size >= MAX_TALLIED) drain();
      tallied.set(key, { lookup, times });
    },
  };
}
