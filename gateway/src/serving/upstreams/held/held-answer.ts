import type { FetchedAnswer } from '../client/fetch-answer.ts';
import type { UpstreamRequest } from '../upstream-answers.ts';

/** The newest answer under a key. */
export interface HeldAnswer extends FetchedAnswer {
  /** See upstreamKey. */
  key: string;
  /** What it was asked for with, the last time. */
  request: UpstreamRequest;
  /** When the call began that had it the last time; ms since the epoch. */
  fetchedAtMs: number;
  /** Of its tags, when that call began: see tag-generations.ts. */
  generation: number;
  /** Counts the changes of what is stored; 0 = not stored yet. */
  version: number;
  /** Until when it may be shown; ms since the epoch, set when it is held. */
  goodUntilMs?: number;
  /** `fetchedAtMs` of what is stored. */
  savedAtMs: number;
}
