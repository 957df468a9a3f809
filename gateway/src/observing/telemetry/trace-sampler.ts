import { ParentBasedSampler, type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';
import { SECOND_MS } from '@voltframe/kit/contract/units';
import { createTimeWindow } from '../../platform/runtime/time-window.ts';

export interface SamplingOptions {
  /** Of the requests, 0 to 1. */
  ratio: number;
  /** 0 to 1, as Math.random. */
  random: () => number;
  /** ms */
  now: () => number;
}

/**
 * The recorded requests per second: recording costs time and memory, so it does not grow with the number of visitors.
 */
const MOST = 20;
/** Of those, the requests whose caller asks for it. */
const MOST_WANTED = 5;

/**
 * Decides by chance, never by the id of the trace, because callers choose the id. The sampler follows a caller that
 * records five times a second. After that, chance decides for this caller too: no caller has all its requests recorded.
 * The sampler always follows a caller that does not record.
 */
export function createSampler({ ratio, random, now }: SamplingOptions): Sampler {
  const all = createTimeWindow(SECOND_MS, now);
  const wanted = createTimeWindow(SECOND_MS, now);
  const limited = (isChosen: () => boolean): Sampler => ({
    shouldSample() {
      const isRecorded = isChosen() && all.count() < MOST;
      if (isRecorded) all.add();
      return { decision: isRecorded ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
    },
  });
  const byChance = () => random() < ratio;
  const isBelieved = () => wanted.count() < MOST_WANTED && wanted.add() > 0;
  return new ParentBasedSampler({
    root: limited(byChance),
    remoteParentSampled: limited(() => isBelieved() || byChance()),
  });
}
