import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import type { FetchedResponse } from './fetch-response.ts';
import { isUnasked } from '../../platform/upstream-errors.ts';
import { upstreamKey, type UpstreamRequest } from './upstream-answers.ts';
import { createTellOnce, type ResponseStore, type WriteBehind } from './response-store.ts';
import type { CachedResponse, ResponseCache, TagGenerations } from './response-cache.ts';
import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { LRUCache } from 'lru-cache';

/** Brings newer answers, one call at a time for each key. */
export interface Refresh {
  /** @throws what the call throws; what was held stays */
  refresh(request: UpstreamRequest): Promise<CachedResponse>;
  /** After an invalidation: a call that began before it does not count. Never throws. */
  renew(request: UpstreamRequest): Promise<void>;
}

interface RefreshOptions {
  held: ResponseCache;
  behind: WriteBehind;
  generations: TagGenerations;
  failures: CallFailures;
  /** Where other gateways store what they were answered; undefined: there are none. */
  others: Pick<ResponseStore, 'head' | 'get'> | undefined;
  call(request: UpstreamRequest): Promise<FetchedResponse>;
  now: () => number;
  /** Of the store, once until it works again: it is done without. */
  onError(error: unknown): void;
}

/** When an unchanged answer was fetched is stored no more often than this: a write waits for the disk. */
const SAVE_MS = 60_000;

export function createRefresh(options: RefreshOptions): Refresh {
  const { held } = options;
  const tellOnce = createTellOnce(options.onError);
  const flights = new Map<string, Promise<CachedResponse>>();
  const work = async (key: string, request: UpstreamRequest): Promise<CachedResponse> => {
    await tellOnce(() => adopt(key, request, options));
    const newer = held.find(key);
    return newer && !held.isDue(newer, request) ? newer : fetchNow(key, request, options);
  };
  const refresh = (request: UpstreamRequest): Promise<CachedResponse> => {
    const key = upstreamKey(request);
    const running = flights.get(key) ?? work(key, request).finally(() => flights.delete(key));
    flights.set(key, running);
    return running;
  };
  return {
    refresh,
    async renew(request) {
      const key = upstreamKey(request);
      await flights.get(key)?.catch(() => {});
      const answer = held.find(key);
      if (!answer || held.isDue(answer, request)) await refresh(request).catch(() => {});
    },
  };
}

/** Takes what another gateway was answered, when that is newer than what is here. */
async function adopt(key: string, request: UpstreamRequest, { held, others }: RefreshOptions): Promise<void> {
  if (!others) return;
  const answer = held.find(key);
  const head = await others.head(key);
  if (!head || (answer && (head.fetchedAtMs <= answer.fetchedAtMs || held.isDue(head, request)))) return;
  if (answer?.digest === head.digest)
    return void held.hold({ ...answer, ...head, request, savedAtMs: head.fetchedAtMs });
  const stored = await others.get(key);
  if (stored) held.hold(stored);
}

async function fetchNow(
  key: string,
  request: UpstreamRequest,
  { held, behind, generations, failures, call, now }: RefreshOptions,
): Promise<CachedResponse> {
  // Both from before the call: what changes while it is under way may not be in it.
  const generation = generations.sum(request.app, request.tags);
  const fetchedAtMs = now();
  let fetched: FetchedResponse;
  try {
    fetched = await call(request);
  } catch (error) {
    if (!isUnasked(error)) failures.add(key, request.upstream, error as PlatformError);
    throw error;
  }
  failures.clear(key);
  const before = held.find(key);
  const { version = 0, savedAtMs = 0 } = before ?? {};
  const answer = { key, request, ...fetched, fetchedAtMs, generation, version, savedAtMs };
  held.hold(answer);
  const unchanged = before?.digest === answer.digest && before.generation === generation;
  if (!unchanged || version === 0 || fetchedAtMs - savedAtMs >= SAVE_MS) behind.save(key);
  return answer;
}

/** The keys whose last call failed. */
interface CallFailures {
  add(key: string, upstream: string, error: PlatformError): void;
  clear(key: string): void;
  has(key: string): boolean;
  /** @returns the error of a call that failed just now: asking again at once would only make it worse. */
  recent(key: string): PlatformError | undefined;
  /** `reason` is for whoever runs the site, and never has a header or a secret. */
  lastOf(upstream: string): UpstreamStatus['lastError'];
}

const PAUSE_MS = 2_000;
/** Visitors can make up addresses without end. */
const MAX_KEYS = 5_000;

/** @param now ms since the epoch */
export function createCallFailures(now: () => number): CallFailures {
  const failures = new LRUCache<string, { error: PlatformError; at: number }>({ max: MAX_KEYS });
  const last = new Map<string, NonNullable<UpstreamStatus['lastError']>>();
  return {
    add(key, upstream, error) {
      failures.set(key, { error, at: now() });
      last.set(upstream, { code: error.code, reason: error.why, at: now() });
    },
    clear: (key) => void failures.delete(key),
    has: (key) => failures.has(key),
    recent(key) {
      const failure = failures.get(key);
      return failure && now() - failure.at < PAUSE_MS ? failure.error : undefined;
    },
    lastOf: (upstream) => last.get(upstream),
  };
}
