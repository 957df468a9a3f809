import { LRUCache } from 'lru-cache';
import type { FetchedResponse } from './fetch-response.ts';
import { upstreamKey, type UpstreamRequest } from './upstream-answers.ts';

/** The newest response under a key. */
export interface CachedResponse extends FetchedResponse {
  /** See upstreamKey. */
  key: string;
  /** The last request for it. */
  request: UpstreamRequest;
  /** When the last call that had this response began; ms since the epoch. */
  fetchedAtMs: number;
  /** Generation of its tags when that call began. */
  generation: number;
  /** Counts the changes of the stored response; 0 = not stored yet. */
  version: number;
  /** Until when it may be shown; ms since the epoch. The cache sets it. */
  goodUntilMs?: number;
  /** `fetchedAtMs` of the stored response. */
  savedAtMs: number;
}

/** Number of invalidations of the tags of a bucket. */
export interface TagGeneration {
  app: string;
  bucket: number;
  generation: number;
}

/** Limits of each app: no app evicts the responses of another. */
export interface CacheLimits {
  responses: number;
  bytes: number;
}

export interface ResponseCache {
  /** @returns the response under a key while it may be shown, also when it is due. */
  find: (key: string) => CachedResponse | undefined;
  /** @returns the digest of that response. Does not count as a use: every request reads it. */
  digest: (key: string) => string | undefined;
  /**
   * Replaces the response under a key.
   * @returns false, with nothing changed, when the new one may not be shown
   */
  put(response: CachedResponse): boolean;
  /** @returns the request with the tags of all requests for the same key: each of them invalidates the response. */
  withAllTags(request: UpstreamRequest): UpstreamRequest;
  /** @returns whether a response is older than `revalidateS`, or than an invalidation. */
  isDue: (response: Pick<CachedResponse, 'fetchedAtMs' | 'generation'>, request: UpstreamRequest) => boolean;
  /** @returns the responses that are older than an invalidation. */
  outdated: () => CachedResponse[];
  all: () => CachedResponse[];
  /**
   * @returns a number that every invalidation of a tag of the request raises, independent of the clocks of the
   *   gateways.
   */
  generationOf: (request: Pick<UpstreamRequest, 'app' | 'tags'>) => number;
  /** Merges stored generations; lower ones than those in memory have no effect. */
  invalidate(stored: readonly TagGeneration[]): void;
}

interface ResponseCacheOptions {
  limits: CacheLimits;
  /** Called with the key of a response that the limits evicted. */
  onEvicted(key: string): void;
  /**
   * @returns how long past `revalidateS` a response may be shown, in ms; undefined: the app may not use that upstream.
   */
  staleIfErrorMs(request: Pick<UpstreamRequest, 'app' | 'upstream'>): number | undefined;
  /** ms since the epoch. */
  now: () => number;
}

/** Tags of one response, of all its requests together. */
const MAX_TAGS = 100;
/** Most responses 404 and 410 of each app, because visitors can invent addresses. */
const MAX_ABSENT = 200;
/**
 * Part of an app's limits that is reserved for responses that were fetched once; the rest is for those that were
 * fetched again.
 */
const SHARE_OF_ONCE = 0.25;
/** Memory of a response besides its body. */
const OVERHEAD_BYTES = 1_000;
/**
 * Counters of each app, which its tags share: the memory does not grow with the tags. A shared counter costs a needless
 * call.
 */
const BUCKETS = 1_024;

/** @returns whether a response is worth storing: 404 and 410 are not. */
export function isPresent({ status }: Pick<CachedResponse, 'status'>): boolean {
  return status < 400;
}

/** @returns the counters of tags, each once. */
export function bucketsOf(tags: readonly string[]): number[] {
  return [...new Set(tags.map(bucketOf))];
}

/** FNV-1a */
function bucketOf(tag: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < tag.length; index++)
    hash = Math.imul(hash ^ tag.charCodeAt(index), 0x01_00_01_93);
  return (hash >>> 0) % BUCKETS;
}

/** The newest responses of upstreams, in memory. */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { staleIfErrorMs, now } = options;
  const memory = createMemory(options);
  const generations = new Map<string, number>();
  const generationOf = ({ app, tags }: Pick<UpstreamRequest, 'app' | 'tags'>): number =>
    bucketsOf(tags).reduce((sum, bucket) => sum + (generations.get(`${app} ${bucket}`) ?? 0), 0);
  const ifGood = (response: CachedResponse | undefined): CachedResponse | undefined =>
    response && now() < response.goodUntilMs! ? response : undefined;
  return {
    find: (key: string) => ifGood(memory.get(key)),
    digest: (key: string) => ifGood(memory.all.get(key))?.digest,
    put(response: CachedResponse): boolean {
      const { request, fetchedAtMs } = response;
      const grace = staleIfErrorMs(request);
      response.goodUntilMs = grace === undefined ? 0 : fetchedAtMs + request.revalidateS * 1000 + grace;
      if (!ifGood(response)) return false;
      memory.set(response);
      return true;
    },
    withAllTags(request: UpstreamRequest): UpstreamRequest {
      const response = memory.get(upstreamKey(request));
      if (!response) return request;
      const known = response.request.tags;
      const tags = [...new Set([...known, ...request.tags])].slice(0, MAX_TAGS);
      // The response becomes due, and is fetched again with all tags.
      const isNewest = response.generation === generationOf({ app: request.app, tags });
      if (isNewest && tags.length > known.length) response.request = { ...response.request, tags };
      return { ...request, tags };
    },
    isDue: (
      { fetchedAtMs, generation }: Pick<CachedResponse, 'fetchedAtMs' | 'generation'>,
      request: UpstreamRequest,
    ) => now() - fetchedAtMs >= request.revalidateS * 1000 || generation !== generationOf(request),
    outdated: () =>
      [...memory.all.values()].filter(
        (response) => ifGood(response) && response.generation !== generationOf(response.request),
      ),
    all: () => [...memory.all.values()],
    generationOf,
    invalidate(stored: readonly TagGeneration[]): void {
      for (const { app, bucket, generation } of stored) {
        const counter = `${app} ${bucket}`;
        generations.set(counter, Math.max(generation, generations.get(counter) ?? 0));
      }
    },
  };
}

/**
 * Visitors can invent addresses, and each is fetched once. So responses that were fetched once are evicted first, the
 * least recently used of them.
 */
function createMemory({ limits: { responses, bytes }, onEvicted }: ResponseCacheOptions) {
  type Responses = LRUCache<string, CachedResponse>;
  type OfApp = Record<'once' | 'again' | 'absent', Responses>;
  const apps = new Map<string, OfApp>();
  const all = new Map<string, CachedResponse>();
  const evicted = (key: string, reason: string): boolean => reason === 'evict' && all.delete(key);
  const createPresent = (): Responses =>
    new LRUCache({
      max: responses,
      maxSize: bytes,
      sizeCalculation: ({ body, key }) => body.length + key.length + OVERHEAD_BYTES,
      dispose: (_, key, reason) => void (evicted(key, reason) && onEvicted(key)),
    });
  const create = (): OfApp => ({
    once: createPresent(),
    again: createPresent(),
    absent: new LRUCache({ max: MAX_ABSENT, dispose: (_, key, reason) => void evicted(key, reason) }),
  });
  /** @param newest has the response that was set just now, which stays. */
  const makeRoom = ({ once, again }: OfApp, newest: Responses): void => {
    const mayGo = (from: Responses): boolean => from.size > (from === newest ? 1 : 0);
    while (once.size + again.size > responses || once.calculatedSize + again.calculatedSize > bytes) {
      const isLarge = once.size > responses * SHARE_OF_ONCE || once.calculatedSize > bytes * SHARE_OF_ONCE;
      (mayGo(once) && (isLarge || !mayGo(again)) ? once : again).pop();
    }
  };
  return {
    /** By key. */
    all: all as ReadonlyMap<string, CachedResponse>,
    /** Counts as a use. */
    get(key: string): CachedResponse | undefined {
      const ofApp = apps.get(key.slice(0, key.indexOf(' ')));
      return ofApp?.again.get(key) ?? ofApp?.once.get(key) ?? ofApp?.absent.get(key);
    },
    set(response: CachedResponse): void {
      const { key, request } = response;
      const ofApp = apps.get(request.app) ?? create();
      apps.set(request.app, ofApp);
      const { once, again, absent } = ofApp;
      const present = once.has(key) || again.has(key) ? again : once;
      const to = isPresent(response) ? present : absent;
      for (const from of [once, again, absent]) if (from !== to) from.delete(key);
      to.set(key, response);
      makeRoom(ofApp, to);
      // LRUCache refuses a response that is larger than the limit.
      if (to.has(key)) all.set(key, response);
      else all.delete(key);
    },
  };
}
