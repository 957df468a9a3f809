import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import type { FetchedAnswer } from '../client/fetch-answer.ts';
import { isUnasked } from '../../../platform/upstream-errors.ts';
import { upstreamKey, type UpstreamRequest } from '../upstream-answers.ts';
import type { AnswerStore } from './answer-store.ts';
import type { CallFailures } from './call-failures.ts';
import type { HeldAnswer } from './held-answer.ts';
import type { HeldAnswers } from './held-answers.ts';
import type { SaveBehind } from './save-behind.ts';
import type { TagGenerations } from './tag-generations.ts';
import { createTellOnce } from './tell-once.ts';

/** Brings newer answers, one call at a time for each key. */
export interface AnswerRefresh {
  /** @throws what the call throws; what was held stays */
  refresh(request: UpstreamRequest): Promise<HeldAnswer>;
  /** After an invalidation: a call that began before it does not count. Never throws. */
  renew(request: UpstreamRequest): Promise<void>;
}

export interface AnswerRefreshOptions {
  held: HeldAnswers;
  behind: SaveBehind;
  generations: TagGenerations;
  failures: CallFailures;
  /** Where other gateways store what they were answered; undefined: there are none. */
  others: Pick<AnswerStore, 'head' | 'get'> | undefined;
  call(request: UpstreamRequest): Promise<FetchedAnswer>;
  now: () => number;
  /** Of the store, once until it works again: it is done without. */
  onError(error: unknown): void;
}

/** When an unchanged answer was fetched is stored no more often than this: a write waits for the disk. */
const SAVE_MS = 60_000;

export function createAnswerRefresh(options: AnswerRefreshOptions): AnswerRefresh {
  const { held } = options;
  const tellOnce = createTellOnce(options.onError);
  const flights = new Map<string, Promise<HeldAnswer>>();
  const work = async (key: string, request: UpstreamRequest): Promise<HeldAnswer> => {
    await tellOnce(() => adopt(key, request, options));
    const newer = held.find(key);
    return newer && !held.isDue(newer, request) ? newer : fetchNow(key, request, options);
  };
  const refresh = (request: UpstreamRequest): Promise<HeldAnswer> => {
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
async function adopt(
  key: string,
  request: UpstreamRequest,
  { held, others }: AnswerRefreshOptions,
): Promise<void> {
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
  { held, behind, generations, failures, call, now }: AnswerRefreshOptions,
): Promise<HeldAnswer> {
  // Both from before the call: what changes while it is under way may not be in it.
  const generation = generations.sum(request.app, request.tags);
  const fetchedAtMs = now();
  let fetched: FetchedAnswer;
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
