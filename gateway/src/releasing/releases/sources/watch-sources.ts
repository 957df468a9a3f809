import type { Release } from '@voltframe/kit/contract/release/release';
import type { Offer, WatchedSource } from './release-source.ts';

export interface SourceWatcher {
  /**
   * The first look at every source; from then on each is looked at again and again by itself, but for those whose start
   * is all that counts. What is found within
   * `gatherMs` is deployed together, so that a first start composes every app at once; what comes later, by itself.
   * @returns when what was gathered is deployed.
   */
  start(gatherMs: number): Promise<void>;
  /** Looks now at every source that is looked at again. @returns when all that they offer is deployed, however long they take. */
  round(): Promise<void>;
  close(): Promise<void>;
}

export interface WatchOptions {
  /** Time between two looks at a source, in milliseconds. */
  intervalMs: number;
  /** Spread of the interval, so that many gateways do not ask at once: 0.2 = ±20 %. */
  jitter: number;
  /** Reads what a source offers; it may take its time, the other sources go on. */
  take(source: WatchedSource, offer: Offer): Promise<TakenOffer>;
  /** Called for one set after the other; releases that become ready meanwhile go together. */
  deploy(releases: Release[]): Promise<void>;
  onError(source: WatchedSource, error: unknown): void;
  random: () => number;
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after(ms: number, callback: () => void): () => void;
}

export interface TakenOffer {
  /** To be deployed. */
  release?: Release;
  /** The offer needs no second look, whatever the verdict on it. */
  settled: boolean;
}

/** What a look came to. */
interface Looked {
  /** To be remembered once its release is deployed; absent: there is nothing new, or it is looked at again. */
  offer?: Offer;
  /** Nothing is left to be looked at again. */
  settled: boolean;
}

/** Looks at each source on its own: one that fails or hangs holds up no other. */
export function watchSources(sources: WatchedSource[], options: WatchOptions): SourceWatcher {
  const known = new Map<WatchedSource, string>();
  const over = new Set<WatchedSource>();
  const timers = new Map<WatchedSource, () => void>();
  const closing = new AbortController();
  const ready = createReadyReleases(options.deploy, closing.signal);

  const takeIn = async (source: WatchedSource): Promise<Looked> => {
    try {
      const offer = await source.look(known.get(source));
      if (!offer || closing.signal.aborted) return { settled: true };
      const { release, settled } = await options.take(source, offer);
      if (release) ready.add(source.app, release);
      return settled ? { offer, settled } : { settled };
    } catch (error) {
      options.onError(source, error);
      return { settled: false };
    }
  };
  const finish = async (source: WatchedSource, { offer, settled }: Looked): Promise<void> => {
    try {
      await ready.deploy();
      if (offer) known.set(source, offer.version);
      if (settled && source.once) over.add(source);
    } catch (error) {
      options.onError(source, error);
    }
  };
  const watch = (source: WatchedSource): void => {
    if (closing.signal.aborted || over.has(source)) return;
    const ms = options.intervalMs * (1 + options.jitter * (2 * options.random() - 1));
    const look = async () => finish(source, await takeIn(source));
    const callOff = options.after(ms, () => void look().finally(() => watch(source)));
    timers.set(source, callOff);
  };
  return {
    async start(gatherMs) {
      const takes = sources.map(takeIn);
      const enough = Promise.withResolvers<void>();
      const callOff = options.after(gatherMs, enough.resolve);
      await Promise.race([Promise.all(takes), enough.promise]);
      callOff();
      const gathered = ready.deploy();
      for (const [index, source] of sources.entries())
        void takes[index]!.then((looked) => finish(source, looked)).finally(() => watch(source));
      await gathered.catch(() => {}); // each source's own finish() reports it
    },
    async round() {
      const watched = sources.filter((source) => !over.has(source));
      const looks = await Promise.all(watched.map(takeIn));
      await Promise.all(watched.map((source, index) => finish(source, looks[index]!)));
    },
    async close() {
      closing.abort();
      for (const callOff of timers.values()) callOff();
      await ready.settled();
    },
  };
}

interface ReadyReleases {
  add(app: string, release: Release): void;
  /** One set after the other, until nothing is ready any more. */
  deploy(): Promise<void>;
  /** Waits for the set that is being deployed; never rejects. */
  settled(): Promise<void>;
}

/** Releases that wait to be deployed together, the newest of each app. */
function createReadyReleases(deploy: WatchOptions['deploy'], closing: AbortSignal): ReadyReleases {
  const ready = new Map<string, Release>();
  let deploying: Promise<void> | undefined;
  const deployOnce = async (): Promise<void> => {
    const releases = [...ready.values()];
    ready.clear();
    if (releases.length > 0 && !closing.aborted) await deploy(releases);
  };
  return {
    add: (app, release) => void ready.set(app, release),
    async deploy() {
      do {
        deploying ??= deployOnce().finally(() => (deploying = undefined));
        await deploying;
      } while (ready.size > 0 && !closing.aborted);
    },
    async settled() {
      await deploying?.catch(() => {});
    },
  };
}
