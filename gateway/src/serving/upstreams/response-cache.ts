import { LRUCache } from 'lru-cache';
import { ownBytes } from '../../platform/runtime/own-bytes.ts';
import type { FetchedResponse } from './fetch-response.ts';
import { upstreamKey, type UpstreamRequest } from './upstream-answers.ts';

/**
 * The newest response under a key. A page needs its digest only, to know whether the response changed; the body is for
 * renderings.
 */
export interface CachedResponse extends Omit<FetchedResponse, 'body'> {
  /** In memory; undefined: only the store has it, or the limits evicted it. */
  body: Buffer | undefined;
  /** Length of the body, in memory or in the store; undefined: the limits evicted it. The cache sets it. */
  bodyBytes?: number | undefined;
  /** Whether the store has the body: then it may leave the memory. */
  isBodyStored?: boolean;
  /** Whether a page that the site lists reads it; false: a visitor may have invented the address. */
  isListed: boolean;
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
  /**
   * Of the responses with a body, most of which only the store has. Responses of listed pages without one have the same
   * limit again.
   */
  bytes: number;
}

export interface ResponseCache {
  /** @returns the response under a key while it may be shown, also when it is due. */
  find: (key: string) => CachedResponse | undefined;
  /** @returns the digest of that response. Does not count as a use: every request reads it. */
  digest: (key: string) => string | undefined;
  /**
   * Replaces the response under a key. One without a body takes that of an equal response.
   * @returns false, with nothing changed, when the new one may not be shown
   */
  put(response: CachedResponse): boolean;
  /** Called when the store has the body of a response, which leaves the memory. */
  written(key: string, digest: string): void;
  /** Called with a body that was read from the store: the most recently used ones stay in memory. */
  read(key: string, digest: string, body: Buffer): void;
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
  /** Called with the key of a response that the limits evicted, or its body. */
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
/**
 * Part of an app's limit for bodies in memory that were read from the store. A body that was only written is of no use
 * there: most pages read it once, and V8 collects it late when it stays for some seconds.
 */
const SHARE_IN_MEMORY = 0.125;
/** Memory of a response besides its body. */
const OVERHEAD_BYTES = 1_000;
/**
 * Counters of each app, which its tags share: the memory does not grow with the tags. A shared counter costs a needless
 * call.
 */
const BUCKETS = 1_024;

/** @returns whether a response is worth storing: 404 and 410 for invented addresses are not. */
export function isStored({ status, isListed }: Pick<CachedResponse, 'status' | 'isListed'>): boolean {
  return status < 400 || isListed;
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
      const { key, request, fetchedAtMs } = response;
      const known = memory.all.get(key);
      if (known?.digest === response.digest) {
        const { status, headers, body, bodyBytes } = known;
        if (response.bodyBytes === undefined && !response.body)
          Object.assign(response, { status, headers, body, bodyBytes });
        response.isBodyStored ??= known.isBodyStored === true;
      }
      if (response.body) {
        response.body = ownBytes(response.body);
        response.bodyBytes = response.body.length;
      }
      const grace = staleIfErrorMs(request);
      response.goodUntilMs = grace === undefined ? 0 : fetchedAtMs + request.revalidateS * 1000 + grace;
      if (!ifGood(response)) return false;
      memory.set(response);
      return true;
    },
    written: memory.written,
    read: memory.read,
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
 * least recently used of them. A response of a listed page loses its body first.
 */
function createMemory({ limits: { bytes }, onEvicted }: ResponseCacheOptions) {
  type Responses = LRUCache<string, CachedResponse>;
  type OfApp = Record<'once' | 'again' | 'bare' | 'absent' | 'read', Responses>;
  const apps = new Map<string, OfApp>();
  const all = new Map<string, CachedResponse>();
  const create = (onEvict: (response: CachedResponse) => void): Responses =>
    new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ bodyBytes = 0, key }) => bodyBytes + key.length + OVERHEAD_BYTES,
      dispose: (response, _, reason) => void (reason === 'evict' && onEvict(response)),
    });
  const drop = ({ key }: CachedResponse): void => {
    all.delete(key);
    onEvicted(key);
  };
  const createOfApp = (): OfApp => {
    const bare = create(drop);
    const read: Responses = new LRUCache({
      maxSize: Math.ceil(bytes * SHARE_IN_MEMORY),
      sizeCalculation: ({ bodyBytes = 0 }) => bodyBytes + 1,
      dispose: (response, _, reason) => void (reason === 'evict' && (response.body = undefined)),
    });
    const strip = (response: CachedResponse): void => {
      if (!response.isListed) return drop(response);
      const { key } = response;
      read.delete(key);
      const none = { body: undefined, bodyBytes: undefined, isBodyStored: false };
      const without = { ...response, headers: {}, ...none };
      bare.set(key, without);
      all.set(key, without);
      onEvicted(key);
    };
    const absent = new LRUCache<string, CachedResponse>({
      max: MAX_ABSENT,
      dispose: ({ key }, _, reason) => void (reason === 'evict' && all.delete(key)),
    });
    return { once: create(strip), again: create(strip), bare, absent, read };
  };
  /** @param newest has the response that was set just now, which stays. */
  const makeRoom = ({ once, again }: OfApp, newest: Responses): void => {
    const mayGo = (from: Responses): boolean => from.size > (from === newest ? 1 : 0);
    while (once.calculatedSize + again.calculatedSize > bytes) {
      const isLarge = once.calculatedSize > bytes * SHARE_OF_ONCE;
      (mayGo(once) && (isLarge || !mayGo(again)) ? once : again).pop();
    }
  };
  /** @returns where a response belongs; one without content needs no room for its body. */
  const placeOf = ({ once, again, bare, absent }: OfApp, response: CachedResponse): Responses => {
    const { key, status, bodyBytes, isListed } = response;
    if (status >= 400) return isListed ? bare : absent;
    if (bodyBytes === undefined) return bare;
    return once.has(key) || again.has(key) || bare.has(key) ? again : once;
  };
  /** A stored body stays in memory while it is one of the last that were read. */
  const keepBody = ({ read }: OfApp, response: CachedResponse): void => {
    read.set(response.key, response);
    // LRUCache refuses a body that is larger than the limit.
    if (!read.has(response.key)) response.body = undefined;
  };
  /** @returns the response with that digest, unless the limits evicted its body. */
  const withBody = (key: string, digest: string): CachedResponse | undefined => {
    const response = all.get(key);
    return response?.digest === digest && response.bodyBytes !== undefined ? response : undefined;
  };
  return {
    /** By key. */
    all: all as ReadonlyMap<string, CachedResponse>,
    /** Counts as a use. */
    get(key: string): CachedResponse | undefined {
      const ofApp = apps.get(appOf(key));
      ofApp?.read.get(key);
      return [ofApp?.again, ofApp?.once, ofApp?.bare, ofApp?.absent]
        .map((each) => each?.get(key))
        .find(Boolean);
    },
    set(response: CachedResponse): void {
      const { key, request } = response;
      const ofApp = apps.get(request.app) ?? createOfApp();
      apps.set(request.app, ofApp);
      const { once, again, bare, absent, read } = ofApp;
      const to = placeOf(ofApp, response);
      for (const from of [once, again, bare, absent]) if (from !== to) from.delete(key);
      const wasRead = read.delete(key);
      to.set(key, response);
      makeRoom(ofApp, to);
      // LRUCache refuses a response that is larger than the limit.
      if (!to.has(key)) return void all.delete(key);
      all.set(key, response);
      if (!response.isBodyStored || !response.body) return;
      if (wasRead) keepBody(ofApp, response);
      else response.body = undefined;
    },
    /** See ResponseCache. */
    written(key: string, digest: string): void {
      const response = withBody(key, digest);
      if (!response) return;
      response.isBodyStored = true;
      if (!apps.get(appOf(key))?.read.has(key)) response.body = undefined;
    },
    /** See ResponseCache. */
    read(key: string, digest: string, body: Buffer): void {
      const [ofApp, response] = [apps.get(appOf(key)), withBody(key, digest)];
      if (!ofApp || !response) return;
      response.body ??= ownBytes(body);
      response.isBodyStored = true;
      keepBody(ofApp, response);
    },
  };
}

/** See upstreamKey. */
function appOf(key: string): string {
  return key.slice(0, key.indexOf(' '));
}
