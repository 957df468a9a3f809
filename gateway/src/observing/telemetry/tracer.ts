import type { IncomingMessage, RequestListener } from 'node:http';

/** The attributes of a span: names from the apps' configurations, never an address with its values or a body. */
export interface Facts {
  app?: string | undefined;
  /** Digest; a span has its first twelve digits. */
  release?: string | undefined;
  /** Id. */
  composition?: string | undefined;
  /** Pattern: `/blog/:slug`. */
  route?: string | undefined;
  /** The kind of the request. */
  kind?: string | undefined;
  /** A route's id, the name of an island. */
  what?: string | undefined;
  cache?: 'document' | 'rendering' | undefined;
  hit?: boolean | undefined;
  upstream?: string | undefined;
  status?: number | undefined;
  /** The outcome of a task: `passed`, `refused`, `live`. */
  outcome?: string | undefined;
}

/** The span that is being recorded. */
export interface ActiveSpan {
  describe(facts: Facts): void;
}

/** Records a step of a task. */
export type Step = <Result>(name: string, work: () => Result) => Result;

/** Answers the request. */
export interface Listeners {
  /** A request that is recorded. */
  recorded: RequestListener;
  /** A request that is not recorded: a ready answer is sent without tracing; others go to `next`. */
  fast(next: RequestListener): RequestListener;
  rest: RequestListener;
}

/**
 * Records spans of some requests. Code within a span finds it by the context of the OpenTelemetry API, which follows
 * asynchronous calls by itself; nothing has to be handed on.
 */
export interface Tracer {
  /** @returns a listener that decides for each request whether it is recorded. */
  listener(listeners: Listeners): RequestListener;
  /** Records a span of the current request; without a request that is recorded, the work just runs. */
  span<Result>(name: string, facts: Facts, work: (span: ActiveSpan) => Result): Result;
  /**
   * Records a trace of its own, for work that belongs to no request: an admission. Only the steps of the task are
   * recorded: the spans of hundreds of renderings would push out those of visitors.
   */
  task<Result>(name: string, facts: Facts, work: (step: Step, span: ActiveSpan) => Result): Result;
  /** Adds attributes to the span of the request itself. @param request default: the current one. */
  describe(facts: Facts, request?: IncomingMessage): void;
  /** @returns the ids of the current span, for lines in the log. */
  ids(): { trace_id: string; span_id: string } | undefined;
  /** @returns the `traceparent` header of a call that the current request makes. */
  traceparent(): string | undefined;
  /** @returns a function that runs work in the current context at a later time. */
  carry(): <Result>(work: () => Result) => Result;
  /** Runs work that outlives the current request. */
  outside<Result>(work: () => Result): Result;
  /** Sends the spans that are left, for two seconds at most. */
  close(): Promise<void>;
}

export const NOT_RECORDED: ActiveSpan = { describe: () => {} };
const run = <Result>(work: () => Result): Result => work();

/** Where no collector is configured: no request enters a context. */
export const NO_TRACER: Tracer = {
  listener: ({ fast, rest }) => fast(rest),
  span: (_name, _facts, work) => work(NOT_RECORDED),
  task: (_name, _facts, work) => work((_step, stepWork) => stepWork(), NOT_RECORDED),
  describe() {},
  ids: () => undefined,
  traceparent: () => undefined,
  carry: () => run,
  outside: run,
  close: async () => {},
};

/** The trace context of a request. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 of them: the caller's span. */
  parentId: string;
  /** Whether the caller records it. */
  sampled: boolean;
}

/**
 * W3C Trace Context: neither id is all zeros, version ff is invalid, and later versions may add fields after the
 * flags.
 */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const MOST_CHARACTERS = 200;

/** @param header untrusted. @returns undefined when it is invalid: a new trace begins. */
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
