import type { Offer, WatchedSource } from './release-source.ts';

export interface SourceWatcher {
  /** Resolves once every source was looked at and what they offered was dealt with. */
  round(): Promise<void>;
  close(): Promise<void>;
}

export interface WatchOptions {
  /** Time between two looks at a source. */
  intervalMs: number;
  /** Spread of the interval, so that many gateways do not ask at once: 0.2 = ±20 %. */
  jitter: number;
  /**
   * Deals with all that one round found, together (so that a first start composes every app at once).
   * @returns the sources whose offer was dealt with (whatever the verdict); the others are looked at again.
   */
  onOffers(offers: { source: WatchedSource; offer: Offer }[]): Promise<Set<WatchedSource>>;
  onError(source: WatchedSource, error: unknown): void;
  random: () => number;
}

/** Looks at all sources again and again; a source that fails or hangs does not hold up the others for longer than its own limit. */
export function watchSources(sources: WatchedSource[], options: WatchOptions): SourceWatcher {
  const known = new Map<WatchedSource, string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let current: Promise<void> = Promise.resolve();
  /** What was found is being dealt with: files are written, so it is waited for; a look alone is not. */
  let dealing: Promise<unknown> = Promise.resolve();

  const look = async (source: WatchedSource) => {
    try {
      const offer = await source.look(known.get(source));
      return offer && { source, offer };
    } catch (error) {
      options.onError(source, error);
      return undefined;
    }
  };
  const once = async (): Promise<void> => {
    const offers = (await Promise.all(sources.map(look))).filter((found) => found !== undefined);
    if (offers.length === 0 || closed) return;
    const deal = options.onOffers(offers);
    dealing = deal;
    const done = await deal;
    for (const { source, offer } of offers) if (done.has(source)) known.set(source, offer.version);
  };
  const next = () => {
    if (closed || sources.length === 0) return;
    const spread = 1 + options.jitter * (2 * options.random() - 1);
    timer = setTimeout(() => void round().finally(next), options.intervalMs * spread);
  };
  const round = (): Promise<void> => (current = current.then(once));
  queueMicrotask(next);
  return {
    round,
    async close() {
      closed = true;
      clearTimeout(timer);
      await dealing.catch(() => {});
    },
  };
}
