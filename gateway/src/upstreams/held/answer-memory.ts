import { LRUCache } from 'lru-cache';
import type { HeldAnswer } from './held-answer.ts';

/** Of each app for itself, so that none pushes out what another one has. */
export interface AnswerLimits {
  answers: number;
  bytes: number;
}

/** The answers that are at hand: all that is stored, and what was not there. */
export interface AnswerMemory {
  get(key: string): HeldAnswer | undefined;
  /** The same for what looks at each request: it counts as no use, and costs one look. */
  peek(key: string): HeldAnswer | undefined;
  set(answer: HeldAnswer): void;
  all(): HeldAnswer[];
}

/** Answers that there is nothing, of each app: visitors can make up addresses without end. */
const MAX_ABSENT = 200;
/** What an answer takes up besides its body. */
const OVERHEAD_BYTES = 1_000;

/** @returns whether an answer is worth storing; that there is nothing is not. */
export function isPresent({ status }: Pick<HeldAnswer, 'status'>): boolean {
  return status < 400;
}

/** @param onEvicted the least recently used of an app that is over its limits; it is gone by then */
export function createAnswerMemory(
  { answers, bytes }: AnswerLimits,
  onEvicted: (key: string) => void,
): AnswerMemory {
  interface OfApp {
    present: LRUCache<string, HeldAnswer>;
    absent: LRUCache<string, HeldAnswer>;
  }
  const apps = new Map<string, OfApp>();
  const all = new Map<string, HeldAnswer>();
  const evicted = (key: string, reason: string): boolean => reason === 'evict' && all.delete(key);
  const create = (): OfApp => ({
    present: new LRUCache({
      max: answers,
      maxSize: bytes,
      sizeCalculation: ({ body, key }) => body.length + key.length + OVERHEAD_BYTES,
      dispose: (_, key, reason) => void (evicted(key, reason) && onEvicted(key)),
    }),
    absent: new LRUCache({ max: MAX_ABSENT, dispose: (_, key, reason) => void evicted(key, reason) }),
  });
  return {
    get(key) {
      const ofApp = apps.get(key.slice(0, key.indexOf(' ')));
      return ofApp?.present.get(key) ?? ofApp?.absent.get(key);
    },
    set(answer) {
      const { key, request } = answer;
      const { present, absent } = apps.get(request.app) ?? create();
      apps.set(request.app, { present, absent });
      const [to, from] = isPresent(answer) ? [present, absent] : [absent, present];
      from.delete(key);
      to.set(key, answer);
      // One that is larger than all may be together is not taken.
      if (to.has(key)) all.set(key, answer);
      else all.delete(key);
    },
    peek: (key) => all.get(key),
    all: () => [...all.values()],
  };
}
