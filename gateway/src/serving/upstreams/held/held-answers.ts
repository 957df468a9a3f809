import { upstreamKey, type UpstreamRequest } from '../upstream-answers.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { HeldAnswer } from './held-answer.ts';
import type { TagGenerations } from './tag-generations.ts';

/** The newest answers, and what may still be done with them. */
export interface HeldAnswers {
  /** @returns the answer under a key as long as it may be shown, however old it is within that. */
  find(key: string): HeldAnswer | undefined;
  /** @returns its digest; for what looks at each request. */
  digest(key: string): string | undefined;
  /** Puts an answer in the place of the one before, unless it may not be shown. @returns whether it did */
  hold(answer: HeldAnswer): boolean;
  /** @returns a question with the tags of all who ask the same: an answer is invalidated by each of them. */
  withAllTags(request: UpstreamRequest): UpstreamRequest;
  /** @returns whether it is time to ask again. */
  isDue(answer: Pick<HeldAnswer, 'fetchedAtMs' | 'generation'>, request: UpstreamRequest): boolean;
  /** @returns those from before an invalidation. */
  outdated(): HeldAnswer[];
  all(): HeldAnswer[];
}

export interface HeldAnswersOptions {
  memory: AnswerMemory;
  generations: TagGenerations;
  /** @returns how long past `revalidateS` an answer may be shown, in ms; undefined: the app may not ask that upstream. */
  staleIfErrorMs(request: Pick<UpstreamRequest, 'app' | 'upstream'>): number | undefined;
  now: () => number;
}

/** Of one answer, whoever asks for it. */
const MAX_TAGS = 100;

export function createHeldAnswers({
  memory,
  generations,
  staleIfErrorMs,
  now,
}: HeldAnswersOptions): HeldAnswers {
  const goodUntil = ({ request, fetchedAtMs }: HeldAnswer): number => {
    const grace = staleIfErrorMs(request);
    return grace === undefined ? 0 : fetchedAtMs + request.revalidateS * 1000 + grace;
  };
  const ifGood = (answer: HeldAnswer | undefined): HeldAnswer | undefined =>
    answer && now() < answer.goodUntilMs! ? answer : undefined;
  const isOutdated = (
    { generation }: Pick<HeldAnswer, 'generation'>,
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
