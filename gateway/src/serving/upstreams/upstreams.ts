import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import type { FastifyBaseLogger } from 'fastify';
import pMap from 'p-map';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { SettingStore } from '../../platform/database/setting-store.ts';
import type { Storage } from '../../platform/open-platform.ts';
import { every } from '../../platform/runtime/timers.ts';
import type { DatabaseWatch } from '../../platform/database/database-watch.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { UpstreamSettings } from '../../platform/settings/upstream-settings.ts';
import { servingErrors } from '../serving-errors.ts';
import { upstreamErrors } from '../upstream-errors.ts';
import { createCallFailures, createResponseRefresh } from './refresh.ts';
import { bucketsOf, type CacheLimits, createResponseCache } from './response-cache.ts';
import { createResponseStore, createWriteBehind, type ResponseStore } from './response-store.ts';
import { hasBody, type WholeResponse } from './whole-response.ts';
import { openConnectionPool } from './fetch-response.ts';
import { inventedBackend } from './invented-backend.ts';
import { createVisitorLimit, EVENT_STREAMS, type VisitorBackend } from './personal-call.ts';
import { EVENTS_LIFE_MS } from './personal-events.ts';
import type { UpstreamClient } from './upstream-client.ts';
import {
  type UpstreamCheck,
  upstreamKey,
  type UpstreamRequest,
  type UpstreamResponse,
  type UpstreamResponses,
} from './upstream-answers.ts';

export interface Upstreams {
  /** Replaces all upstreams. Their responses stay. */
  configure: (entries: readonly ConfiguredUpstream[]) => void;
  /** See UpstreamResponses. */
  read(requested: UpstreamRequest, isListed?: boolean): Promise<UpstreamResponse>;
  leavesRoom: UpstreamResponses['leavesRoom'];
  check: UpstreamResponses['check'];
  fetchDigest: UpstreamResponses['fetchDigest'];
  cachedDigest: (key: string) => string | undefined;
  /**
   * Fetches the responses of an app with any of these tags again, on all gateways. Visitors get the old ones until
   * then.
   * @returns how many there are
   */
  invalidate(app: string, tags: readonly string[]): Promise<number>;
  /**
   * Fetches responses again that are older than an invalidation: the upstream may have failed when they were
   * invalidated. One run at a time: otherwise ever more calls would wait for a slow upstream.
   */
  renew: () => Promise<void>;
  state: () => UpstreamStatus[];
  /** @returns the cached responses of an app that have their bodies. @param most number of them */
  answersOf: (app: string, most: number) => Promise<WholeResponse[]>;
  /**
   * @param unmapped.samples answers, path → JSON, in place of a backend that is not configured, in development and in
   *   previews.
   * @returns the backend that answers for visitors of an app under a name.
   */
  backend(
    app: string,
    name: string,
    unmapped?: { samples?: Record<string, unknown> | undefined; isPreview?: boolean },
  ): VisitorBackend | undefined;
  /**
   * Reads the file of the upstreams again, on all gateways of the database. An invalid file changes nothing.
   * @returns their names. @throws GW_UPSTREAMS_REFUSED
   */
  reload(): Promise<string[]>;
  /** Loads the changes of other gateways, and reads the file again when another gateway did. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}
interface ConfiguredUpstream {
  settings: UpstreamSettings;
  client: Pick<UpstreamClient, 'get' | 'circuit' | 'leavesRoom'>;
}

interface UpstreamsOptions {
  configured: ConfiguredUpstream[];
  store: ResponseStore;
  /** Other gateways use the store too. */
  shared: boolean;
  limits: CacheLimits;
  /** ms since the epoch. */
  now: () => number;
  /** Called with the first of several failures of the store in a row: requests go on without it. */
  onError(error: unknown): void;
  /** Called when a visitor gets the last good response of an upstream that fails. */
  onStale(upstream: string): void;
}

/** Responses of each app at a start. */
const MAX_LOADED = 40_000;
/** Largest difference of the clocks of two gateways. */
const CLOCKS_MS = MINUTE_MS;
const RENEW_CONCURRENCY = 4;
const READ_CONCURRENCY = 4;
const RENEW_MS = 5_000;

/**
 * The upstreams that apps may use, and their responses. Loads the stored responses, so that pages are served after a
 * restart while upstreams fail.
 */
export async function createUpstreams(options: UpstreamsOptions) {
  const { configured, store, shared, limits, now, onError, onStale } = options;
  const upstreams = new Map<string, ConfiguredUpstream>();
  const configure = (entries: readonly ConfiguredUpstream[]): void => {
    upstreams.clear();
    for (const entry of entries) upstreams.set(entry.settings.name, entry);
  };
  configure(configured);
  const find = (request: Pick<UpstreamRequest, 'app' | 'upstream'>): ConfiguredUpstream | undefined => {
    const upstream = upstreams.get(request.upstream);
    return upstream?.settings.apps.includes(request.app) ? upstream : undefined;
  };
  const cache = createResponseCache({
    limits,
    onEvicted: (key) => writes.save(key),
    staleIfErrorMs: (request) => find(request)?.settings.staleIfErrorMs,
    now,
  });
  const writes = createWriteBehind(cache, store, onError);
  const failures = createCallFailures(now);
  const { refresh, fetch, renew, whole } = createResponseRefresh({
    cache,
    writes,
    failures,
    store,
    shared,
    call: async (request, isListed) => find(request)!.client.get(request, isListed),
    now,
    onError,
  });
  for (const response of (await store.load(MAX_LOADED)).toReversed())
    if (!cache.put(response) && find(response.request)) writes.save(response.key); // too old: nothing else removes it
  cache.invalidate((await store.changedSince(0)).tags);

  const shown = (response: WholeResponse): UpstreamResponse => {
    const { status, headers, body, digest, fetchedAtMs } = response;
    const stale = failures.has(response.key);
    if (stale) onStale(response.request.upstream);
    return { status, headers, body, digest, fetchedAtMs, stale };
  };
  const assertKnown = (request: UpstreamRequest): void => {
    if (!find(request)) throw upstreamErrors.UNKNOWN({ upstream: request.upstream, app: request.app });
  };
  const renewAll = async (requests: UpstreamRequest[]): Promise<void> => {
    await pMap(requests, renew, { concurrency: RENEW_CONCURRENCY });
  };
  let renewing: Promise<void> | undefined;
  let caughtUpAt = now();
  return {
    /** Replaces all upstreams. Their responses stay. */
    configure,
    /** See UpstreamResponses. */
    async read(requested: UpstreamRequest, isListed?: boolean): Promise<UpstreamResponse> {
      assertKnown(requested);
      const key = upstreamKey(requested);
      const request = cache.withAllTags(requested);
      const cached = cache.find(key);
      const recent = failures.recent(key);
      if (cached && isListed !== false) cached.isListed = true;
      const known = await whole(cached);
      if (known) {
        if (!recent && cache.isDue(known, request)) refresh(request, isListed).catch(() => {});
        return shown(known);
      }
      if (recent) throw recent;
      try {
        return shown(await fetch(request, isListed));
      } catch (error) {
        // An old response of another gateway.
        const stored = await whole(cache.find(key));
        if (stored) return shown(stored);
        throw error;
      }
    },
    leavesRoom: (request: UpstreamRequest): boolean =>
      hasBody(cache.find(upstreamKey(request))) || find(request)?.client.leavesRoom(request.app) !== false,
    check(requested: UpstreamRequest): UpstreamCheck {
      if (!find(requested)) return { until: Infinity, stale: false };
      const key = upstreamKey(requested);
      const request = cache.withAllTags(requested);
      const cached = cache.find(key);
      const isDue = !cached || cache.isDue(cached, request);
      if (isDue && !failures.recent(key)) refresh(request, cached?.isListed).catch(() => {});
      const stale = cached !== undefined && (failures.has(key) || (isDue && failures.isDown(request)));
      if (stale) onStale(request.upstream);
      return { until: cached ? cached.fetchedAtMs + request.revalidateS * 1_000 : 0, stale };
    },
    async fetchDigest(requested: UpstreamRequest, isListed: boolean): Promise<void> {
      assertKnown(requested);
      const recent = failures.recent(upstreamKey(requested));
      if (recent) throw recent;
      await refresh(requested, isListed);
    },
    cachedDigest: cache.digest,
    /**
     * Fetches the responses of an app with any of these tags again, on all gateways. Visitors get the old ones until
     * then.
     * @returns how many there are
     */
    async invalidate(app: string, tags: readonly string[]): Promise<number> {
      cache.invalidate(await store.raise(app, bucketsOf(tags)));
      const cached = cache.all().map(({ request }) => request);
      const tagged = cached.filter(
        (request) => request.app === app && request.tags.some((tag) => tags.includes(tag)),
      );
      const all = [...tagged, ...(await store.tagged(app, tags))].filter(find);
      const requests = new Map(all.map((request) => [upstreamKey(request), request]));
      for (const key of requests.keys()) failures.forget(key);
      void renewAll([...requests.values()]);
      return requests.size;
    },
    /** Takes responses and invalidations of other gateways from the store. */
    async catchUp(): Promise<void> {
      const at = now();
      const { answers, tags } = await store.changedSince(caughtUpAt - CLOCKS_MS);
      cache.invalidate(tags);
      for (const { key, version } of answers) {
        const cached = cache.find(key);
        if (!cached || cached.version === version || writes.isWaiting(key)) continue;
        const stored = await store.get(key);
        // Otherwise a call has brought a newer response meanwhile.
        if (stored && cache.find(key) === cached) cache.put(stored);
      }
      caughtUpAt = at;
    },
    /**
     * Fetches responses again that are older than an invalidation: the upstream may have failed when they were
     * invalidated. One run at a time: otherwise ever more calls would wait for a slow upstream.
     */
    renew: () =>
      (renewing ??= renewAll(cache.outdated().map(({ request }) => request)).finally(
        () => (renewing = undefined),
      )),
    state: (): UpstreamStatus[] =>
      Array.from(upstreams.values(), ({ settings: { name, apps }, client }) => {
        const own = cache.all().filter(({ request }) => request.upstream === name);
        const lastError = failures.lastOf(name);
        return {
          name,
          apps,
          circuit: client.circuit(),
          answers: own.length,
          failing: own.filter(({ key }) => failures.has(key)).length,
          ...(own.length > 0 && { oldestAt: Math.min(...own.map(({ fetchedAtMs }) => fetchedAtMs)) }),
          ...(lastError && { lastError }),
        };
      }),
    /** See Upstreams. */
    async answersOf(app: string, most: number): Promise<WholeResponse[]> {
      const own = cache.all().filter((response) => response.request.app === app && hasBody(response));
      const read = await pMap(own.slice(0, most), whole, { concurrency: READ_CONCURRENCY });
      return read.filter((response) => response !== undefined);
    },
    /** Resolves after the last write to the store. */
    close: writes.done,
  };
}

export interface OpenUpstreamsOptions {
  config: Pick<Config, 'upstreams' | 'development'>;
  /** Reads the file of the upstreams again. @throws GW_UPSTREAMS_REFUSED; absent: there is no file. */
  readUpstreams?: (() => UpstreamSettings[]) | undefined;
  storage: Pick<Storage, 'db'> & { database: Pick<DatabaseWatch, 'within'>; listen?: unknown };
  settings: SettingStore;
  telemetry: Telemetry;
  logger: FastifyBaseLogger;
  /** ms since the epoch. */
  now: () => number;
}

/** Setting in the database: time of the last request to read the file of the upstreams again, for all gateways. */
const RELOADED = 'upstreams-reloaded';

/** Opens the connections to all upstreams, and their responses in the database. */
export async function openUpstreams(options: OpenUpstreamsOptions): Promise<Upstreams> {
  const { config, readUpstreams, storage, telemetry, logger, now } = options;
  const shared = storage.listen !== undefined;
  // Imported only when a file configures upstreams, so that other starts are not slower.
  const clients = (config.upstreams.servers ?? readUpstreams) && (await import('./upstream-client.ts'));
  const open = (settings: UpstreamSettings) => {
    const pool = openConnectionPool(settings.connections, settings.timeoutMs);
    const client = clients!.createUpstreamClient({
      upstream: settings,
      send: pool.send,
      now,
      telemetry,
    });
    const { perSecond, connections } = settings;
    const perMinute = settings.visitor?.perMinute ?? 0;
    const limit = createVisitorLimit({ perMinute, perSecond, connections }, now);
    /** App → its streams of events: they leave the connections to requests, and apps have theirs apart. */
    const events = new Map(settings.visitor ? settings.apps.map((app) => [app, openEvents(settings)]) : []);
    const close = () => Promise.all([pool, ...events.values()].map((each) => each.close()));
    return { settings, limit, client, events, send: pool.send, close };
  };
  const openEvents = (settings: UpstreamSettings) => {
    const { connections, atOnce } = EVENT_STREAMS;
    const { send, close } = openConnectionPool(connections, settings.timeoutMs, EVENTS_LIFE_MS);
    const upstream = { ...settings, connections };
    const client = clients!.createUpstreamClient({ upstream, send, now, telemetry, waiting: 0 });
    const perMinute = settings.visitor?.perMinute ?? 0;
    const limit = createVisitorLimit({ ...upstream, perMinute, atOnce }, now);
    return { client, limit, send, close };
  };
  let opened = (config.upstreams.servers ?? []).map(open);
  /**
   * A loader never asks a backend of personal data: the call may have the operator's headers, and pages are public.
   */
  const ofLoaders = () => opened.filter(({ settings }) => !settings.visitor);
  let reloaded = await options.settings.setting(RELOADED);
  const upstreams = await createUpstreams({
    configured: ofLoaders(),
    store: createResponseStore({ db: storage.db, database: storage.database, shared, now }),
    shared,
    limits: { bytes: config.upstreams.answersBytes },
    now,
    onError: (error) => logger.warn({ err: error }, 'answers of upstreams cannot be stored, or read'),
    onStale: (upstream) => telemetry.count('upstream_stale_total', { upstream }),
  });
  const stop = every(RENEW_MS, () => void upstreams.renew());
  const closeAll = (entries: typeof opened) => Promise.all(entries.map(({ close }) => close()));
  const replaceAll = (): string[] => {
    if (!readUpstreams) throw servingErrors.UPSTREAMS_REFUSED({ reason: 'UPSTREAMS names no file' });
    const before = opened;
    opened = readUpstreams().map(open);
    upstreams.configure(ofLoaders());
    // Calls in progress end first.
    closeAll(before).catch((error: unknown) => logger.warn({ err: error }, 'connections cannot be closed'));
    return opened.map(({ settings }) => settings.name);
  };
  return {
    ...upstreams,
    backend: (
      app: string,
      name: string,
      unmapped: { samples?: Record<string, unknown> | undefined; isPreview?: boolean } = {},
    ): VisitorBackend | undefined => {
      const found = opened.find(({ settings }) => settings.name === name && settings.apps.includes(app));
      const visitor = found?.settings.visitor;
      if (found && visitor) return { ...found, visitor, events: found.events.get(app)! };
      const { on, personal } = config.development;
      return on || unmapped.isPreview
        ? inventedBackend(on ? personal : undefined, name, unmapped.samples)
        : undefined;
    },
    async reload(): Promise<string[]> {
      const names = replaceAll();
      reloaded = String(now());
      await options.settings.setSetting(RELOADED, reloaded);
      return names;
    },
    async catchUp(): Promise<void> {
      const last = await options.settings.setting(RELOADED);
      const isReloaded = last !== reloaded;
      reloaded = last;
      await upstreams.catchUp();
      if (isReloaded) replaceAll();
    },
    async close() {
      stop();
      await upstreams.close();
      await closeAll(opened);
    },
  };
}
