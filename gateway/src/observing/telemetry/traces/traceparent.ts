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
