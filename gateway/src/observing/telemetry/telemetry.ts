import { AsyncLocalStorage } from 'node:async_hooks';
import type { CodeFailure, EndedProcess, Failure, FailureLog } from '../errors/failure-log.ts';
import type { Metrics } from './metrics.ts';
import { NO_TRACER, type Tracer } from './tracer.ts';

/** An app and the digest of its release; without a digest, the event belongs to no release. */
export interface Owner {
  app: string;
  digest?: string | undefined;
}

/** The label of an answer from memory in the metrics. */
export interface AnswerLabel {
  kind: 'page' | 'payload';
  app: string;
  /** Of the app's release. */
  digest: string | undefined;
  /** Its pattern. */
  route: string;
}

/** An answer that was sent. */
export interface SentAnswer extends Owner {
  /** The kind of request, as `observeRequests` names it. */
  kind: string;
  status: number;
  /** Of the body. */
  bytes: number;
}

type CacheName = 'document' | 'rendering';

/**
 * The port by which the higher wings report events and measurements; each gets it once, when it is built. It feeds
 * metrics, errors of releases, the log and traces. No method throws or waits, except for `counted` and `expose`.
 */
export interface Telemetry extends Tracer, Pick<Metrics, 'count' | 'time' | 'counted' | 'expose'> {
  /** @returns a function that runs work in the current context at a later time; undefined: no request is recorded. */
  carry(): (<Result>(work: () => Result) => Result) | undefined;
  /** Runs work that outlives the current request. */
  outside<Result>(work: () => Result): Result;
  /** A ready answer was sent: counted, not timed, because there are many. @param bytes of its body. */
  ready(label: AnswerLabel, status: number, bytes: number): void;
  /** An answer was sent. @param ms the time it took. */
  answered(answer: SentAnswer, ms: number): void;
  /** A cache was searched. */
  lookup(cache: CacheName, owner: Owner, hit: boolean): void;
  /** A call of a render process was answered. @param ms from when it was made. */
  renderCall(owner: Owner, call: string, ok: boolean, ms: number): void;
  /** Records a failure for visitors. @returns the id that the error screen shows. */
  failure(failure: Failure): string | undefined;
  /** Code of a release threw in its process. @returns as `failure`. */
  codeFailure(failure: CodeFailure): string | undefined;
  /** A render process ended unexpectedly. @param end `recent`: how often it did within the last minute. */
  processEnded(end: EndedProcess & { recent: number }): void;
}

export interface TelemetryOptions {
  metrics: Metrics;
  failures: FailureLog;
  /** Undefined: no request is recorded. */
  tracer?: Tracer | undefined;
}

/** Runs work in the context in which the gateway started: outside of every request. */
const outside = AsyncLocalStorage.snapshot();

/** The kinds of answers that visitors see: only these are counted by release. */
const SEEN = new Set(['page', 'payload', 'island']);

export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { metrics, failures, tracer = NO_TRACER } = options;
  const countAnswers = ({ kind, app, digest: release, status: code, bytes }: SentAnswer, times: number) => {
    const status = `${Math.floor(code / 100)}xx`;
    metrics.count('requests_total', { kind, app, status }, times);
    metrics.count('sent_bytes_total', { kind, app }, bytes);
    if (!SEEN.has(kind)) return;
    metrics.count('release_requests_total', { app, release, kind, status }, times);
    metrics.count('release_sent_bytes_total', { app, release, kind }, bytes);
  };
  const countLookups = (cache: CacheName, { app, digest: release }: Owner, hit: boolean, times: number) => {
    const result = hit ? 'hit' : 'miss';
    metrics.count('cache_lookups_total', { cache, result }, times);
    metrics.count('release_cache_lookups_total', { app, release, cache, result }, times);
  };
  const countFailure = ({ app, digest: release }: Owner, kind: string) => {
    metrics.count('failures_total', { app, kind });
    metrics.count('release_failures_total', { app, release, kind });
  };
  const ready = createReadyTally((label, status, times, bytes) => {
    countAnswers({ ...label, status, bytes }, times);
    countLookups('document', label, true, times);
  });
  return {
    ...tracer,
    carry: () => (options.tracer ? AsyncLocalStorage.snapshot() : undefined),
    outside: (work) => outside(work),
    count: metrics.count,
    time: metrics.time,
    counted(name) {
      ready.drain();
      return metrics.counted(name);
    },
    expose() {
      ready.drain();
      return metrics.expose();
    },
    ready: ready.add,
    answered(answer, ms) {
      countAnswers(answer, 1);
      metrics.time('request_duration_seconds', { kind: answer.kind, app: answer.app }, ms);
    },
    lookup: (cache, owner, hit) => countLookups(cache, owner, hit, 1),
    renderCall({ app, digest: release }, call, ok, ms) {
      metrics.time('render_duration_seconds', { call, outcome: ok ? 'ok' : 'failed' }, ms);
      metrics.time('release_render_duration_seconds', { app, release }, ms);
    },
    failure(failure) {
      countFailure(failure, failure.kind);
      const { kind, app, digest: release, isListed = true } = failure;
      if (kind === 'page' && isListed) metrics.count('listed_failures_total', { app, release });
      return failures.noticed(failure);
    },
    codeFailure(failure) {
      countFailure(failure, 'code');
      return failures.thrown(failure);
    },
    processEnded(end) {
      metrics.count('render_process_ends_total', {});
      failures.ended(end);
    },
  };
}

/** The limit of series between two readings, so that memory is bounded without a reader. */
const MAX_TALLIED = 500;

/**
 * Counts answers until a reader looks: to put the labels together for each count is more work than the answer.
 */
function createReadyTally(count: (label: AnswerLabel, status: number, times: number, bytes: number) => void) {
  const labels = new Map<AnswerLabel, Map<number, { times: number; bytes: number }>>();
  const drain = (): void => {
    for (const [label, cells] of labels)
      for (const [status, { times, bytes }] of cells) count(label, status, times, bytes);
    labels.clear();
  };
  return {
    drain,
    add(label: AnswerLabel, status: number, bytes: number): void {
      let cells = labels.get(label);
      if (!cells) {
        if (labels.size >= MAX_TALLIED) drain();
        labels.set(label, (cells = new Map()));
      }
      const cell = cells.get(status);
      if (cell) {
        cell.times++;
        cell.bytes += bytes;
      } else cells.set(status, { times: 1, bytes });
    },
  };
}
