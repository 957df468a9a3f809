import type { Release } from '@voltframe/kit/contract/release/release';

/**
 * A source that is watched for releases of one app. Pushed releases come through the operations port instead.
 */
export interface WatchedSource {
  app: string;
  /** For logs and the history: `folder` or the origin's address. */
  name: string;
  /** Whether only the release at the start is read: the source is queried until that is accepted or refused. */
  once?: boolean;
  /** Whether its server may start at the same time as the gateway, and refuse the first queries. */
  isRemote?: boolean;
  /**
   * Queries the source once.
   * @param known the `version` of the last accepted release; undefined for none.
   * @returns undefined without a change, or without a release.
   */
  look(known: string | undefined): Promise<Offer | undefined>;
}

/** An unchecked release of a source. */
export interface Offer {
  /** Changes whenever the offer does. */
  version: string;
  /** Time of its build, ms since the epoch; absent when unknown. */
  builtAt?: number;
  /** Body of `release.json`. */
  manifest: string;
  /**
   * Reads a file of the release, or one beside its manifest.
   * @param most bytes; a longer file is not read to its end.
   * @returns undefined when there is none. @throws PACK_FILE_WRONG for anything but a file, PACK_UNREADABLE
   */
  read(file: string, most: number): Promise<OfferedFile | undefined>;
}

export interface OfferedFile {
  /** Known length; more than the requested length means that the file is too long. */
  bytes: number;
  /** Undefined or incomplete when the file is too long. */
  body: Uint8Array | undefined;
}

export interface WatchOptions {
  /** Interval of queries of a source, in milliseconds. */
  intervalMs: number;
  /** Reads the release of a source, without delaying the other sources. */
  take(source: WatchedSource, offer: Offer): Promise<TakenOffer>;
  /**
   * Called for a set while others are deployed: admission takes them in turn. Releases of apps whose set is not done
   * wait for it, and form the next set.
   */
  deploy(releases: Release[]): Promise<unknown>;
  /**
   * Called when a deployment failed, and once when a source failed for `REPORTED_AFTER` queries in a row, as it does
   * not while its container is replaced.
   */
  onError(source: WatchedSource, error: unknown): void;
  /** Called when the first query of a source that answers finds no release. */
  onEmpty(source: WatchedSource): void;
  random: () => number;
  /** Calls back after a time in milliseconds. @returns cancels the callback. */
  after(ms: number, callback: () => void): () => void;
}

export interface TakenOffer {
  /** To be deployed. */
  release?: Release;
  /** The offer is not read again, with any verdict. */
  settled: boolean;
}

/** A release that waits to be deployed. */
interface Ready {
  source: WatchedSource;
  release: Release;
  /** Undefined: the offer is read again. */
  offer: Offer | undefined;
}

/** Failed queries of a source in a row. */
export const REPORTED_AFTER = 10;

/** Until the next query of a remote source that fails while releases are gathered, in milliseconds. */
const AGAIN_MS = 250;
/** Of the interval, so that many gateways do not query at the same time: ±20 %. */
const JITTER = 0.2;

export interface SourceWatcher {
  /**
   * The first query of every source; later each is queried at its interval, except sources that are read at the
   * start only. Remote sources that fail are queried again within `gatherMs`. Releases that arrive within it are
   * deployed together, so that a first start composes every app in one step; later ones are deployed one by one.
   * @returns resolves when the gathered releases are deployed.
   */
  start(gatherMs: number): Promise<void>;
  /**
   * Queries every repeatedly queried source now.
   * @returns resolves when all their offers are deployed, without a time limit.
   */
  round(): Promise<void>;
  close(): Promise<void>;
}

/** Queries each source independently, so that one that fails or hangs delays no other. */
export function watchSources(sources: WatchedSource[], options: WatchOptions): SourceWatcher {
  const known = new Map<WatchedSource, string>();
  const over = new Set<WatchedSource>();
  /** Sources that have answered a query. */
  const answered = new Set<WatchedSource>();
  /** The failed queries of each source since its last answer. */
  const failed = new Map<WatchedSource, number>();
  const timers = new Map<WatchedSource, () => void>();
  const closing = new AbortController();
  /** By app: the newest release of each. */
  const ready = new Map<string, Ready>();
  const settle = (source: WatchedSource, offer?: Offer): void => {
    if (offer) known.set(source, offer.version);
    if (source.once) over.add(source);
  };
  /** By app: its set that is not done. */
  const running = new Map<string, Promise<void>>();
  const deploySet = async (set: Ready[]): Promise<void> => {
    try {
      await options.deploy(set.map(({ release }) => release));
      for (const { source, offer } of set) if (offer) settle(source, offer);
    } catch (error) {
      for (const { source } of set) options.onError(source, error);
    }
    for (const { release } of set) running.delete(release.app);
    deployReady();
  };
  const deployReady = (): void => {
    const set = [...ready.values()].filter(({ release }) => !running.has(release.app));
    if (set.length === 0 || closing.signal.aborted) return;
    for (const { release } of set) ready.delete(release.app);
    const deployed = deploySet(set);
    for (const { release } of set) running.set(release.app, deployed);
  };
  /** Resolves when no release of the app is ready or being deployed. */
  const deployed = async (app: string): Promise<void> => {
    deployReady();
    for (let set = running.get(app); set; set = running.get(app)) await set;
  };

  const reportFailure = (source: WatchedSource, error: unknown): void => {
    const times = (failed.get(source) ?? 0) + 1;
    failed.set(source, times);
    if (times === REPORTED_AFTER) options.onError(source, error);
  };
  /** @returns the failure of a query, or undefined. */
  const tryTakeIn = async (source: WatchedSource): Promise<{ error: unknown } | undefined> => {
    try {
      const offer = await source.look(known.get(source));
      if (closing.signal.aborted) return undefined;
      if (!offer && !answered.has(source)) options.onEmpty(source);
      answered.add(source);
      if (!offer) {
        failed.delete(source);
        settle(source);
        return undefined;
      }
      const { release, settled } = await options.take(source, offer);
      failed.delete(source);
      if (release) ready.set(source.app, { source, release, offer: settled ? offer : undefined });
      else if (settled) settle(source, offer);
      return undefined;
    } catch (error) {
      // Its reader ends with the gateway.
      return closing.signal.aborted ? undefined : { error };
    }
  };
  /** @param isAgain whether it is queried again after a failure. */
  const takeIn = async (source: WatchedSource, isAgain = (): boolean => false): Promise<void> => {
    let failure = await tryTakeIn(source);
    while (failure && isAgain()) {
      await new Promise<void>((done) => timers.set(source, options.after(AGAIN_MS, done)));
      failure = await tryTakeIn(source);
    }
    if (failure) reportFailure(source, failure.error);
  };
  const look = async (source: WatchedSource): Promise<void> => {
    await takeIn(source);
    await deployed(source.app);
  };
  const watch = (source: WatchedSource): void => {
    if (closing.signal.aborted || over.has(source)) return;
    const ms = options.intervalMs * (1 + JITTER * (2 * options.random() - 1));
    const callOff = options.after(ms, () => void look(source).finally(() => watch(source)));
    timers.set(source, callOff);
  };
  return {
    async start(gatherMs: number) {
      let isOver = false;
      const takes = sources.map((source) => takeIn(source, () => source.isRemote === true && !isOver));
      const enough = Promise.withResolvers<void>();
      const callOff = options.after(gatherMs, enough.resolve);
      await Promise.race([Promise.all(takes), enough.promise]);
      isOver = true;
      callOff();
      deployReady();
      const gathered = [...running.values()];
      for (const [index, source] of sources.entries())
        void takes[index]!.then(() => deployed(source.app)).finally(() => watch(source));
      await Promise.all(gathered);
    },
    async round() {
      await Promise.all(sources.filter((source) => !over.has(source)).map(look));
    },
    async close() {
      closing.abort();
      for (const callOff of timers.values()) callOff();
      await Promise.all(running.values());
    },
  };
}
