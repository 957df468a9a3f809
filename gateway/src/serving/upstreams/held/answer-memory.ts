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
/** Of an app's limits, what answers that were had once keep in any case: the rest is for those that pages ask for again and again. */
const SHARE_OF_ONCE = 0.25;
/** What an answer takes up besides its body. */
const OVERHEAD_BYTES = 1_000;

/** @returns whether an answer is worth storing; that there is nothing is not. */
export function isPresent({ status }: Pick<HeldAnswer, 'status'>): boolean {
  return status < 400;
}

/**
 * What visitors make up is asked for once: of an app that is over its limits such answers go first, the least recently used of them.
 * @param onEvicted told of one that went; it is gone by then
 */
export function createAnswerMemory(
  { answers, bytes }: AnswerLimits,
  onEvicted: (key: string) => void,
): AnswerMemory {
  type Answers = LRUCache<string, HeldAnswer>;
  /** Answers that were had once, those that were had again, and that there is nothing. */
  type OfApp = Record<'once' | 'again' | 'absent', Answers>;
  const apps = new Map<string, OfApp>();
  const all = new Map<string, HeldAnswer>();
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
