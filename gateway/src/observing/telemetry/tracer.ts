import type { IncomingMessage, RequestListener } from 'node:http';

/** The attributes of a span: names and ids of the apps' configurations, never an address with its values or a body. */
export type Facts = Readonly<Record<string, string | boolean | undefined>>;
export type ActiveSpan = Pick<Tracer, 'describe'>;
/** Records a step of a task. */
export type Step = <Result>(name: string, work: () => Result) => Result;
/** Answers requests that are recorded, and others: with a ready answer, or as `next` does. */
type Answers = { recorded: RequestListener; fast(next: RequestListener): RequestListener };

/** Records spans of some requests. Code within a span finds it by itself. */
export interface Tracer {
  /** @returns a listener that decides for each request whether it is recorded. @param rest follows `fast`. */
  listener(answers: Answers, rest: RequestListener): RequestListener;
  /** Records a span of the current request; without a request that is recorded, the work just runs. */
  span<Result>(name: string, facts: Facts, work: (span: ActiveSpan) => Result): Result;
  /** Records a trace of its own with the steps of a task, without the spans of renderings in it. */
  task<Result>(name: string, facts: Facts, work: (step: Step, span: ActiveSpan) => Result): Result;
  /** Adds attributes to the span of the request itself. @param request default: the current one. */
  describe(facts: Facts, request?: IncomingMessage): void;
  /** @returns the ids of the current span, for lines in the log. */
  ids(): { trace_id: string; span_id: string } | undefined;
  /** @returns the `traceparent` header of a call that the current request makes. */
  traceparent(): string | undefined;
}

export const NO_TRACER: Tracer = {
  listener: ({ fast }, rest) => fast(rest),
  span: (_name, _facts, work) => work(NO_TRACER),
  task: (_name, _facts, work) => work((_step, run) => run(), NO_TRACER),
  describe() {},
  ids: () => undefined,
  traceparent: () => undefined,
};
