import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import { LRUCache } from 'lru-cache';
import { isDown, isUnasked } from '../upstream-errors.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';
import { reportFirst, type ResponseStore, type WriteBehind } from './response-store.ts';
import { createWholeResponses, hasBody, isWhole, type WholeResponse } from './whole-response.ts';
import type { FetchedResponse } from './fetch-response.ts';
import { upstreamKey, type UpstreamRequest } from './upstream-answers.ts';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

interface ResponseRefreshOptions {
  cache: ResponseCache;
  writes: WriteBehind;
  failures: ReturnType<typeof createCallFailures>;
  store: Pick<ResponseStore, 'get' | 'body'>;
  /** Other gateways write to the store too. */
  shared: boolean;
  call(request: UpstreamRequest, isListed: boolean): Promise<FetchedResponse>;
  /** ms since the epoch. */
  now: () => number;
  /** Called with the first of several failures of the store in a row. Requests go on without the store. */
  onError(error: unknown): void;
}

/** The time of an unchanged response is stored at most this often: a write waits for the disk. */
const SAVE_MS = MINUTE_MS;

/** A call for an invented address: those for listed ones neither wait for it nor fail with it. */
const unlistedKey = (key: string): string => `${key} unlisted`;

/** Fetches newer responses into the cache, one call at a time for each key. */
export function createResponseRefresh(options: ResponseRefreshOptions) {
  const { cache, writes, failures, store, shared, call, now } = options;
  const attempt = reportFirst(options.onError);
  const whole = createWholeResponses({ cache, store, attempt });
  const calls = new Map<string, Promise<CachedResponse>>();
  /** Caches the stored response of another gateway when it is newer than the cached one, or has its body. */
  const adopt = async (key: string, request: UpstreamRequest): Promise<void> => {
    const stored = shared ? await store.get(key) : undefined;
    if (!stored) return;
    const cached = cache.find(key);
    const isNewer = !cached || (stored.fetchedAtMs > cached.fetchedAtMs && !cache.isDue(stored, request));
    if (isNewer || (!hasBody(cached) && stored.digest === cached.digest && hasBody(stored)))
      cache.put(stored);
  };
  const load = async (
    key: string,
    request: UpstreamRequest,
    { isListed, isWholeNeeded }: RefreshUse,
  ): Promise<CachedResponse> => {
    await attempt(() => adopt(key, request));
    const known = cache.find(key);
    const newer = isWholeNeeded ? await whole(known) : known;
    if (newer && !cache.isDue(newer, request)) return newer;
    // Both from before the call: the response may lack what changes during the call.
    const generation = cache.generationOf(request);
    const fetchedAtMs = now();
    const fetched = await call(request, isListed).catch((error: unknown) => {
      if (!isUnasked(error)) failures.add(isListed ? key : unlistedKey(key), request, error as PlatformError);
      throw error;
    });
    failures.clear(key, request);
    const before = cache.find(key);
    const { version = 0, savedAtMs = 0 } = before ?? {};
    const own = { key, request, isListed: isListed || before?.isListed === true };
    const response = { ...own, ...fetched, fetchedAtMs, generation, version, savedAtMs };
    const isSame = before?.digest === response.digest;
    // The limits evicted its body, and no rendering needs it.
    const body = isSame && !hasBody(before) && !isWholeNeeded ? undefined : response.body;
    const cached: CachedResponse = { ...response, body };
    cache.put(cached);
    const isSaved = isSame && before.generation === generation && version > 0;
    const isBodySaved = !hasBody(cached) || cached.isBodyStored === true;
    if (!isSaved || !isBodySaved || fetchedAtMs - savedAtMs >= SAVE_MS) writes.save(key);
    return response;
  };
  const refresh = async (request: UpstreamRequest, use: RefreshUse): Promise<CachedResponse> => {
    const key = upstreamKey(request);
    const own = use.isListed ? key : unlistedKey(key);
    const running = calls.get(key) ?? calls.get(own);
    if (running) {
      const response = await running;
      return isWhole(response) || !use.isWholeNeeded ? response : refresh(request, use);
    }
    const failed = use.isListed ? undefined : failures.recent(own);
    if (failed) throw failed;
    const started = load(key, request, use).finally(() => calls.delete(own));
    calls.set(own, started);
    return started;
  };
  return {
    whole,
    /**
     * Fetches a newer response, to compare its digest.
     * @throws the error of the call; the cached response stays
     */
    refresh: (request: UpstreamRequest, isListed = true): Promise<CachedResponse> =>
      refresh(request, { isListed, isWholeNeeded: false }),
    /** As `refresh`, for a response whose body is needed. */
    fetch: async (request: UpstreamRequest, isListed = true): Promise<WholeResponse> =>
      (await refresh(request, { isListed, isWholeNeeded: true })) as WholeResponse,
    /** After an invalidation: a call that began before it does not count. Never throws. */
    async renew(request: UpstreamRequest): Promise<void> {
      const key = upstreamKey(request);
      await calls.get(key)?.catch(() => {});
      const response = cache.find(key);
      if (!response || cache.isDue(response, request))
        await refresh(request, { isListed: true, isWholeNeeded: false }).catch(() => {});
    },
  };
}

interface RefreshUse {
  /** Whether a listed page needs it. */
  isListed: boolean;
  isWholeNeeded: boolean;
}

const PAUSE_MS = 2_000;
/** Limits memory, because visitors can invent addresses. */
const MAX_KEYS = 5_000;

type UpstreamOfApp = Pick<UpstreamRequest, 'app' | 'upstream'>;

/** The keys whose last call failed. @param now ms since the epoch */
export function createCallFailures(now: () => number) {
  const failures = new LRUCache<string, { error: PlatformError; at: number }>(mostEntries(MAX_KEYS));
  const last = new Map<string, NonNullable<UpstreamStatus['lastError']>>();
  /** The upstreams whose last call for an app got no answer, for any path. */
  const down = new Set<string>();
  return {
    add(key: string, { app, upstream }: UpstreamOfApp, error: PlatformError): void {
      failures.set(key, { error, at: now() });
      last.set(upstream, { code: error.code, reason: error.why, at: now() });
      if (isDown(error)) down.add(`${app} ${upstream}`);
    },
    clear(key: string, { app, upstream }: UpstreamOfApp): void {
      failures.delete(key);
      down.delete(`${app} ${upstream}`);
    },
    has: (key: string) => failures.has(key),
    isDown: ({ app, upstream }: UpstreamOfApp) => down.has(`${app} ${upstream}`),
    forget: (key: string) => void failures.delete(key),
    /** @returns the error of a call that failed within the last seconds, because another call now would fail too. */
    recent(key: string): PlatformError | undefined {
      const failure = failures.get(key);
      return failure && now() - failure.at < PAUSE_MS ? failure.error : undefined;
    },
    /** `reason` is for operators, without headers and secrets. */
    lastOf: (upstream: string) => last.get(upstream),
  };
}
