import { createTimeWindow } from '../../../platform/limits/time-window.ts';

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

/** What a request says of the trace that it is part of. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 of them: the caller's span. */
  parentId: string;
  /** Whether the caller records it. */
  sampled: boolean;
}

/** W3C Trace Context: neither id is all zeros, there is no version ff, and a later version may say more after the flags. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const MOST_CHARACTERS = 200;

/** @param header as anybody may send it. @returns undefined when it is none: then a trace begins here. */
export function parseTraceparent(header: unknown): TraceParent | undefined {
  if (typeof header !== 'string' || header.length > MOST_CHARACTERS) return undefined;
  const [, version, traceId, parentId, flags = '', more] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || parentId === undefined || (version === '00' && more !== undefined))
    return undefined;
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** @returns the header of a call that `spanId` makes. */
export function formatTraceparent(
  { traceId, spanId }: { traceId: string; spanId: string },
  sampled: boolean,
): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
