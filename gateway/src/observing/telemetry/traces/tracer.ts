import type { IncomingMessage, RequestListener } from 'node:http';

/** What a span says: names that the apps' configurations have, never an address with its values, or what was sent. */
export interface Facts {
  app?: string | undefined;
  /** Digest; twelve digits of it are said. */
  release?: string | undefined;
  /** Id. */
  composition?: string | undefined;
  /** Pattern: `/blog/:slug`. */
  route?: string | undefined;
  /** What kind of request it is. */
  kind?: string | undefined;
  /** A route's id, the name of an island. */
  what?: string | undefined;
  cache?: 'document' | 'rendering' | undefined;
  hit?: boolean | undefined;
  upstream?: string | undefined;
  status?: number | undefined;
  /** What became of a task: `passed`, `refused`, `live`. */
  outcome?: string | undefined;
}

/** The part of a request that runs now. */
export interface Part {
  describe(facts: Facts): void;
}

/** Records a part of a task. */
export type Step = <Result>(name: string, work: () => Result) => Result;

/** What answers. */
export interface Listeners {
  /** A request that is recorded. */
  recorded: RequestListener;
  /** Any other: what lies ready, without a thought of traces; the others go to `next`. */
  fast(next: RequestListener): RequestListener;
  rest: RequestListener;
}

/** Records what becomes of some requests. Absent where no collector is configured: nothing of it costs anything then. */
export interface Tracer {
  /** @returns chooses of each request whether it is recorded. */
  listener(listeners: Listeners): RequestListener;
  /** Records a part of the request that runs now; without one, or where it is not recorded, the work just runs. */
  part<Result>(name: string, facts: Facts, work: (part: Part) => Result): Result;
  /**
   * Records what is no part of a request: an admission. Of what runs in it, its steps alone: hundreds of renderings would
   * push out those of visitors.
   */
  task<Result>(name: string, facts: Facts, work: (step: Step, part: Part) => Result): Result;
  /** Adds to the request itself. @param request absent: the one that runs now. */
  describe(facts: Facts, request?: IncomingMessage): void;
  /** Of the request that runs now, for its lines in the log. */
  ids(): { trace_id: string; span_id: string } | undefined;
  /** Header of a call that the request which runs now makes elsewhere. */
  traceparent(): string | undefined;
  /** @returns runs something later as a part of the request that runs now. */
  carry(): <Result>(work: () => Result) => Result;
  /** Runs what lives longer than the request that runs now. */
  outside<Result>(work: () => Result): Result;
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}

export const NOT_RECORDED: Part = { describe: () => {} };

/** @param tracer absent: the work just runs. */
export function traced<Result>(
  tracer: Tracer | undefined,
  name: string,
  facts: Facts,
  work: (part: Part) => Result,
): Result {
  return tracer ? tracer.part(name, facts, work) : work(NOT_RECORDED);
}

const UNRECORDED: Step = (_, work) => work();

/** @param tracer absent: the work just runs. */
export function tracedTask<Result>(
  tracer: Pick<Tracer, 'task'> | undefined,
  name: string,
  facts: Facts,
  work: (step: Step, part: Part) => Result,
): Result {
  return tracer ? tracer.task(name, facts, work) : work(UNRECORDED, NOT_RECORDED);
}
