import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import pMap from 'p-map';
import type { UpstreamClient } from './upstream-client.ts';
import { upstreamErrors } from '../../platform/upstream-errors.ts';
import {
  type CacheLimits,
  bucketsOf,
  createResponseMemory,
  createResponseCache,
  createTagGenerations,
  type CachedResponse,
} from './response-cache.ts';
import { type ResponseStore, createWriteBehind } from './response-store.ts';
import { createRefresh, createCallFailures } from './refresh.ts';
import type { UpstreamSettings } from '../../platform/settings/upstreams/upstream-settings.ts';
import {
  type UpstreamResponse,
  type UpstreamResponses,
  upstreamKey,
  type UpstreamRequest,
} from './upstream-answers.ts';

/** What apps may ask, and what they were answered. */
export interface Upstreams extends UpstreamResponses {
  /**
   * Has the answers of an app with any of these tags asked for again, on all gateways: behind visitors, who see the old
   * ones until then.
   * @returns how many there are
   */
  invalidate(app: string, tags: readonly string[]): Promise<number>;
  /** Takes what other gateways on the database were answered and invalidated. */
  catchUp(): Promise<void>;
  /** Asks again for what is still from before an invalidation: upstreams may fail just then. */
  renew(): Promise<void>;
  state(): UpstreamStatus[];
  /** The answers of an app that are at hand. */
  answersOf(app: string): CachedResponse[];
  /** Resolves when what was answered is stored. */
  close(): Promise<void>;
}

interface ConfiguredUpstream {
  settings: UpstreamSettings;
  client: UpstreamClient;
}

export interface UpstreamsOptions {
  configured: ConfiguredUpstream[];
  store: ResponseStore;
  /** Other gateways use the store too. */
  shared: boolean;
  limits: CacheLimits;
  now: () => number;
  /** Of the store, once until it works again: nobody waits for it. */
  onError(error: unknown): void;
  /** A visitor gets the last good answer of an upstream that fails. */
  onStale(upstream: string): void;
}

const MAX_LOADED = 20_000;
/** By so much the clocks of two gateways may differ. */
const CLOCKS_MS = 60_000;
const RENEW_CONCURRENCY = 4;

/** Opens what is stored: pages that were shown before a restart are shown after it, whether their upstreams answer or not. */
export async function createUpstreams(options: UpstreamsOptions): Promise<Upstreams> {
  const parts = await openParts(options);
  const { held, find, failures, refresh, behind } = parts;
  const answerOf = (answer: CachedResponse): UpstreamResponse => {
    const { status, headers, body, digest, fetchedAtMs } = answer;
    const stale = failures.has(answer.key);
    if (stale) options.onStale(answer.request.upstream);
    return { status, headers, body, digest, fetchedAtMs, stale };
  };
  return {
    async read(asked) {
      if (!find(asked)) throw upstreamErrors.UNKNOWN({ upstream: asked.upstream, app: asked.app });
      const key = upstreamKey(asked);
      const request = held.withAllTags(asked);
      const answer = held.find(key);
      const recent = failures.recent(key);
      if (answer) {
        if (!recent && held.isDue(answer, request)) refresh.refresh(request).catch(() => {});
        return answerOf(answer);
      }
      if (recent) throw recent;
      return answerOf(
        await refresh.refresh(request).catch((error: unknown) => {
          // Of another gateway, from before.
          const stored = held.find(key);
          if (stored) return stored;
          throw error;
        }),
      );
    },
    cachedDigest: held.digest,
    invalidate: (app, tags) => invalidate(parts, app, tags),
    catchUp: createCatchUp(parts),
    renew: createRenewal(parts),
    state: () => options.configured.map((entry) => stateOf(entry, parts)),
    answersOf: (app) => held.all().filter(({ request }) => request.app === app),
    close: behind.done,
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(options: UpstreamsOptions) {
  const { configured, store, shared, limits, now, onError } = options;
  const upstreams = new Map(configured.map((entry) => [entry.settings.name, entry]));
  const find = ({
    app,
    upstream,
  }: Pick<UpstreamRequest, 'app' | 'upstream'>): ConfiguredUpstream | undefined => {
    const found = upstreams.get(upstream);
    return found?.settings.apps.includes(app) ? found : undefined;
  };
  const memory = createResponseMemory(limits, (key) => behind.save(key));
  const behind = createWriteBehind(memory, store, onError);
  const generations = createTagGenerations();
  const failures = createCallFailures(now);
  const staleIfErrorMs = (request: Pick<UpstreamRequest, 'app' | 'upstream'>) =>
    find(request)?.settings.staleIfErrorMs;
  const held = createResponseCache({ memory, generations, staleIfErrorMs, now });
  const refresh = createRefresh({
    held,
    behind,
    generations,
    failures,
    others: shared ? store : undefined,
    call: async (request) => find(request)!.client.get(request),
    now,
    onError,
  });
  for (const answer of (await store.load(MAX_LOADED)).toReversed())
    if (!held.hold(answer) && find(answer.request)) behind.save(answer.key); // too old: nothing else removes it
  generations.apply((await store.changedSince(0)).tags);
  return { find, behind, generations, failures, held, refresh, store, now };
}

async function renewAll({ refresh }: Parts, answers: Pick<CachedResponse, 'request'>[]): Promise<void> {
  await pMap(answers, ({ request }) => refresh.renew(request), { concurrency: RENEW_CONCURRENCY });
}

/** One at a time: a slow upstream would be asked by more and more of them. */
function createRenewal(parts: Parts): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= renewAll(parts, parts.held.outdated()).finally(() => (running = undefined)));
}

async function invalidate(parts: Parts, app: string, tags: readonly string[]): Promise<number> {
  const { held, store, generations, failures, find } = parts;
  generations.apply(await store.raise(app, bucketsOf(tags)));
  const here = held.all().map(({ request }) => request);
  const tagged = here.filter((request) => request.app === app && isTagged(request, tags));
  const all = [...tagged, ...(await store.tagged(app, tags))].filter(find);
  const requests = new Map(all.map((request) => [upstreamKey(request), request]));
  for (const key of requests.keys()) failures.clear(key);
  void renewAll(
    parts,
    [...requests.values()].map((request) => ({ request })),
  );
  return requests.size;
}

function isTagged(request: UpstreamRequest, tags: readonly string[]): boolean {
  return request.tags.some((tag) => tags.includes(tag));
}

function createCatchUp({ store, generations, held, behind, now }: Parts): () => Promise<void> {
  let seenAt = now();
  return async () => {
    const at = now();
    const { answers, tags } = await store.changedSince(seenAt - CLOCKS_MS);
    generations.apply(tags);
    for (const { key, version } of answers) {
      const answer = held.find(key);
      if (!answer || answer.version === version || behind.isWaiting(key)) continue;
      const stored = await store.get(key);
      // Answered anew meanwhile: what is here is newer.
      if (stored && held.find(key) === answer) held.hold(stored);
    }
    seenAt = at;
  };
}

function stateOf(
  { settings: { name, apps }, client }: ConfiguredUpstream,
  { held, failures }: Parts,
): UpstreamStatus {
  const own = held.all().filter(({ request }) => request.upstream === name);
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
}
