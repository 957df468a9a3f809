import type { FetchedResponse } from './fetch-response.ts';
import { upstreamKey, type UpstreamRequest } from './upstream-answers.ts';
import { LRUCache } from 'lru-cache';

/** The newest answer under a key. */
export interface CachedResponse extends FetchedResponse {
  /** See upstreamKey. */
  key: string;
  /** What it was asked for with, the last time. */
  request: UpstreamRequest;
  /** When the call began that had it the last time; ms since the epoch. */
  fetchedAtMs: number;
  /** Of its tags, when that call began: see {@link TagGenerations}. */
  generation: number;
  /** Counts the changes of what is stored; 0 = not stored yet. */
  version: number;
  /** Until when it may be shown; ms since the epoch, set when it is held. */
  goodUntilMs?: number;
  /** `fetchedAtMs` of what is stored. */
  savedAtMs: number;
}

/** How often what a tag stands for was invalidated. */
export interface TagGeneration {
  app: string;
  bucket: number;
  generation: number;
}

/** Tells which answers are from before an invalidation, whatever the clocks of the gateways say. */
export interface TagGenerations {
  /** @returns a number that every invalidation of one of the tags raises. */
  sum(app: string, tags: readonly string[]): number;
  /** Takes what is stored; what is older than what it has changes nothing. */
  apply(stored: readonly TagGeneration[]): void;
}

/** Tags share so many counters of each app, so that no number of tags takes up more: whoever shares one is asked for once too often. */
const BUCKETS = 1_024;

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

export function createTagGenerations(): TagGenerations {
  const apps = new Map<string, Map<number, number>>();
  return {
    sum(app, tags) {
      const generations = apps.get(app);
      if (!generations) return 0;
      return bucketsOf(tags).reduce((sum, bucket) => sum + (generations.get(bucket) ?? 0), 0);
    },
    apply(stored) {
      for (const { app, bucket, generation } of stored) {
        const generations = apps.get(app) ?? new Map<number, number>();
        apps.set(app, generations);
        generations.set(bucket, Math.max(generation, generations.get(bucket) ?? 0));
      }
    },
  };
}

/** Of each app for itself, so that none pushes out what another one has. */
export interface CacheLimits {
  answers: number;
  bytes: number;
}

/** The answers that are at hand: all that is stored, and what was not there. */
export interface ResponseMemory {
  get(key: string): CachedResponse | undefined;
  /** The same for what looks at each request: it counts as no use, and costs one look. */
  peek(key: string): CachedResponse | undefined;
  set(answer: CachedResponse): void;
  all(): CachedResponse[];
}

/** Answers that there is nothing, of each app: visitors can make up addresses without end. */
const MAX_ABSENT = 200;
/** Of an app's limits, what answers that were had once keep in any case: the rest is for those that pages ask for again and again. */
const SHARE_OF_ONCE = 0.25;
/** What an answer takes up besides its body. */
const OVERHEAD_BYTES = 1_000;

/** @returns whether an answer is worth storing; that there is nothing is not. */
export function isPresent({ status }: Pick<CachedResponse, 'status'>): boolean {
  return status < 400;
}

/**
 * What visitors make up is asked for once: of an app that is over its limits such answers go first, the least recently used of them.
 * @param onEvicted told of one that went; it is gone by then
 */
export function createResponseMemory(
  { answers, bytes }: CacheLimits,
  onEvicted: (key: string) => void,
): ResponseMemory {
  type Answers = LRUCache<string, CachedResponse>;
  /** Answers that were had once, those that were had again, and that there is nothing. */
  type OfApp = Record<'once' | 'again' | 'absent', Answers>;
  const apps = new Map<string, OfApp>();
  const all = new Map<string, CachedResponse>();
  const evicted = (key: string, reason: string): boolean => reason === 'evict' && all.delete(key);
  const createPresent = (): Answers =>
    new LRUCache({
      max: answers,
      maxSize: bytes,
      sizeCalculation: ({ body, key }) => body.length + key.length + OVERHEAD_BYTES,
      dispose: (_, key, reason) => void (evicted(key, reason) && onEvicted(key)),
    });
  const create = (): OfApp => ({
    once: createPresent(),
    again: createPresent(),
    absent: new LRUCache({ max: MAX_ABSENT, dispose: (_, key, reason) => void evicted(key, reason) }),
  });
  /** @param newest holds what has just come, which stays. */
  const makeRoom = ({ once, again }: OfApp, newest: Answers): void => {
    const mayGo = (from: Answers): boolean => from.size > (from === newest ? 1 : 0);
    while (once.size + again.size > answers || once.calculatedSize + again.calculatedSize > bytes) {
      const isLarge = once.size > answers * SHARE_OF_ONCE || once.calculatedSize > bytes * SHARE_OF_ONCE;
      (mayGo(once) && (isLarge || !mayGo(again)) ? once : again).pop();
    }
  };
  return {
    get(key) {
      const ofApp = apps.get(key.slice(0, key.indexOf(' ')));
      return ofApp?.again.get(key) ?? ofApp?.once.get(key) ?? ofApp?.absent.get(key);
    },
    set(answer) {
      const { key, request } = answer;
      const ofApp = apps.get(request.app) ?? create();
      apps.set(request.app, ofApp);
      const { once, again, absent } = ofApp;
      const present = once.has(key) || again.has(key) ? again : once;
      const to = isPresent(answer) ? present : absent;
      for (const from of [once, again, absent]) if (from !== to) from.delete(key);
      to.set(key, answer);
      makeRoom(ofApp, to);
      // One that is larger than all may be together is not taken.
      if (to.has(key)) all.set(key, answer);
      else all.delete(key);
    },
    peek: (key) => all.get(key),
    all: () => [...all.values()],
  };
}

/** The newest answers, and what may still be done with them. */
export interface ResponseCache {
  /** @returns the answer under a key as long as it may be shown, however old it is within that. */
  find(key: string): CachedResponse | undefined;
  /** @returns its digest; for what looks at each request. */
  digest(key: string): string | undefined;
  /** Puts an answer in the place of the one before, unless it may not be shown. @returns whether it did */
  hold(answer: CachedResponse): boolean;
  /** @returns a question with the tags of all who ask the same: an answer is invalidated by each of them. */
  withAllTags(request: UpstreamRequest): UpstreamRequest;
  /** @returns whether it is time to ask again. */
  isDue(answer: Pick<CachedResponse, 'fetchedAtMs' | 'generation'>, request: UpstreamRequest): boolean;
  /** @returns those from before an invalidation. */
  outdated(): CachedResponse[];
  all(): CachedResponse[];
}

interface ResponseCacheOptions {
  memory: ResponseMemory;
  generations: TagGenerations;
  /** @returns how long past `revalidateS` an answer may be shown, in ms; undefined: the app may not ask that upstream. */
  staleIfErrorMs(request: Pick<UpstreamRequest, 'app' | 'upstream'>): number | undefined;
  now: () => number;
}

/** Of one answer, whoever asks for it. */
const MAX_TAGS = 100;

export function createResponseCache({
  memory,
  generations,
  staleIfErrorMs,
  now,
}: ResponseCacheOptions): ResponseCache {
  const goodUntil = ({ request, fetchedAtMs }: CachedResponse): number => {
    const grace = staleIfErrorMs(request);
    return grace === undefined ? 0 : fetchedAtMs + request.revalidateS * 1000 + grace;
  };
  const ifGood = (answer: CachedResponse | undefined): CachedResponse | undefined =>
    answer && now() < answer.goodUntilMs! ? answer : undefined;
  const isOutdated = (
    { generation }: Pick<CachedResponse, 'generation'>,
    { app, tags }: UpstreamRequest,
  ): boolean => generation !== generations.sum(app, tags);
  return {
    find: (key) => ifGood(memory.get(key)),
    digest: (key) => ifGood(memory.peek(key))?.digest,
    hold(answer) {
      answer.goodUntilMs = goodUntil(answer);
      if (!ifGood(answer)) return false;
      memory.set(answer);
      return true;
    },
    withAllTags(request) {
      const answer = memory.get(upstreamKey(request));
      if (!answer) return request;
      const known = answer.request.tags;
      const tags = [...new Set([...known, ...request.tags])].slice(0, MAX_TAGS);
      // Else it is due, and asked for again with all of them.
      const isNewest = answer.generation === generations.sum(request.app, tags);
      if (isNewest && tags.length > known.length) answer.request = { ...answer.request, tags };
      return { ...request, tags };
    },
    isDue: (answer, request) =>
      now() - answer.fetchedAtMs >= request.revalidateS * 1000 || isOutdated(answer, request),
    outdated: () => memory.all().filter((answer) => ifGood(answer) && isOutdated(answer, answer.request)),
    all: memory.all,
  };
}
