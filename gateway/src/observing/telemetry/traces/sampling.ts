import { createTimeWindow } from '../../../platform/limits/time-window.ts';
import type { TraceParent } from './traceparent.ts';

/** @returns whether a request is recorded. @param parent what it says of its trace. */
export type Sampling = (parent: TraceParent | undefined) => boolean;

export interface SamplingOptions {
  /** Of the requests, 0 to 1. */
  ratio: number;
  /** 0 to 1, as Math.random. */
  random: () => number;
  /** ms */
  now: () => number;
}

/** Of all requests, in a second: what is recorded costs time and memory, so that more visitors do not cost more of it. */
const MOST = 20;
/** Of those, whose caller wants it. */
const MOST_WANTED = 5;
const SECOND_MS = 1_000;

/**
 * Decides by chance, never by the trace's id: callers choose that. That a caller records is believed five times a second; from
 * then on chance decides for it as for everybody, so that nobody has all requests recorded. That a caller does not is believed.
 */
export function createSampling({ ratio, random, now }: SamplingOptions): Sampling {
  const all = createTimeWindow(SECOND_MS, now);
  const wanted = createTimeWindow(SECOND_MS, now);
  return (parent) => {
    if (parent && !parent.sampled) return false;
    const believed = parent !== undefined && wanted.count() < MOST_WANTED;
    if (!believed && random() >= ratio) return false;
    if (all.count() >= MOST) return false;
    all.add();
    if (believed) wanted.add();
    return true;
  };
}
