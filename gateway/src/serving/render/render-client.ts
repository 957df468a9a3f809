import { MINUTE_MS } from '@voltframe/kit/contract/units';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { servingErrors } from '../serving-errors.ts';
import { createTimeWindow, type TimeWindow } from '../../platform/runtime/time-window.ts';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';
import { withCodeStack } from '../../observing/stacks/code-error.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { RenderCall, RenderCalls } from './protocol.ts';
import {
  type Reading,
  RenderSession,
  type SessionCall,
  type SessionEnd,
  type SessionOptions,
} from './render-session.ts';

export interface RenderClientOptions extends SessionOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The release whose code runs. */
  owner: { app: string; digest: string };
  telemetry: Pick<Telemetry, 'renderCall' | 'processEnded' | 'carry' | 'outside'>;
}

/** Ends within a minute, before a process rests. A candidate is refused sooner. */
const ENDS_WITHOUT_REST = 10;
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 10_000;
/** Most calls with the process. Further calls wait here, so that one endless loop affects few of them. */
const MAX_IN_FLIGHT = 8;
/**
 * Most calls with the process that do not wait for an upstream. The process may interleave them, so that the first
 * answer comes after the work of all; together they must stay below its limit of processor time, unless a page needs
 * a third of it. Overdue calls count, because they cannot be stopped; with them, the process gets one further call at
 * a time.
 */
const MAX_WORKING = 3;
/** The share of calls in the background, so that slow ones do not delay those of visitors. */
const MAX_BACKGROUND = 4;
/** Most waiting calls of each priority; a further one gets 503 with `Retry-After`. */
const MAX_WAITING = 200;

interface QueuedCall extends SessionCall {
  /** 2: its process ended, and the call may have caused that. It is repeated once, alone. */
  attempt: 1 | 2;
  /** Rejects it when it waits too long for its turn. */
  queueTimer?: NodeJS.Timeout;
}

/**
 * The render process of one app's release, and the calls that wait for it. It is started at the first call, restarted
 * after an unexpected end, and ended by `close`.
 */
export class RenderClient {
  readonly #options: RenderClientOptions;
  /** Waiting calls, the next one first. `repeated`: of a process that ended. */
  readonly #waiting: Record<'repeated' | Reading['priority'], QueuedCall[]> = {
    repeated: [],
    visitor: [],
    background: [],
  };
  readonly #ends: TimeWindow;
  #starting: Promise<void> | undefined;
  /** The process, once it is loaded. */
  #session: RenderSession<QueuedCall> | undefined;
  /** Time before which it is not restarted, so that a release that always ends does not use up the processor. */
  #restsUntil = 0;
  #isClosed = false;

  constructor(options: RenderClientOptions) {
    this.#options = options;
    this.#ends = createTimeWindow(MINUTE_MS, options.now);
  }

  /** Process id while it runs. */
  get pid(): number | undefined {
    return this.#session?.pid;
  }

  /** Number of calls in progress or waiting. */
  get pending(): number {
    const { repeated, visitor, background } = this.#waiting;
    const inProgress = this.#session?.calls().length ?? 0;
    return inProgress + repeated.length + visitor.length + background.length;
  }

  /** @throws GW_RENDER_BUSY when too many calls wait, or it waits too long, and the errors of the process's end. */
  call<Call extends RenderCall>(
    composition: Composition,
    type: Call,
    request: RenderCalls[Call]['request'],
    reading: Reading,
  ): Promise<RenderCalls[Call]['result']> {
    const { now, owner, telemetry } = this.#options;
    const started = now();
    const { promise, resolve, reject } = Promise.withResolvers<RenderCalls[Call]['result']>();
    this.#enqueue({
      type,
      composition,
      request,
      reading,
      carried: telemetry.carry(),
      attempt: 1,
      resolve(result) {
        telemetry.renderCall(owner, type, true, now() - started);
        resolve(result as never);
      },
      reject(error) {
        telemetry.renderCall(owner, type, false, now() - started);
        reject(error);
      },
    });
    return promise;
  }

  /** Starts the process if it is not running. @throws the error of a bundle's evaluation. */
  async start(): Promise<void> {
    if (this.#isClosed) throw servingErrors.RENDER_ENDED({ reason: 'closed' });
    if (this.#session) return undefined;
    if (!this.#starting && this.#options.now() < this.#restsUntil)
      throw servingErrors.RENDER_ENDED({ reason: 'it ended too often' });
    this.#starting ??= this.#options.telemetry.outside(() => this.#open());
    return this.#starting;
  }

  /** Replaces the process without counting a failure; calls in progress are made again. */
  restart(): void {
    const replaced = this.#session;
    if (!replaced) return;
    for (const call of replaced.calls().toReversed()) this.#waiting[call.reading.priority].unshift(call);
    this.#session = undefined;
    replaced.end('it is replaced');
    this.#pump();
  }

  close(): void {
    this.#isClosed = true;
    this.#rejectWaiting(servingErrors.RENDER_ENDED({ reason: 'closed' }));
    const end = (): void => this.#session?.end('closed');
    if (this.#session) end();
    else void this.#starting?.then(end, () => {});
  }

  async #open(): Promise<void> {
    const session: RenderSession<QueuedCall> = new RenderSession(this.#options, this.#ends.count(), {
      hasRoom: () => this.#pump(),
      ended: (end) => this.#session === session && this.#onEnd(end),
    });
    try {
      await session.loading.promise;
      this.#session = session;
    } catch (error) {
      this.#noteEnd();
      throw error;
    } finally {
      this.#starting = undefined;
    }
  }

  #enqueue(call: QueuedCall): void {
    const { priority, queueMs } = call.reading;
    const waiting = this.#waiting[priority];
    if (waiting.length >= MAX_WAITING) return call.reject(servingErrors.RENDER_BUSY());
    waiting.push(call);
    this.#pump();
    if (queueMs === undefined || !waiting.includes(call)) return;
    call.queueTimer = setTimeout(() => {
      waiting.splice(waiting.indexOf(call), 1);
      call.reject(withRetryAfter(servingErrors.RENDER_BUSY(), queueMs));
    }, queueMs);
  }

  /** Sends waiting calls to the process, as far as it takes more. */
  #pump(): void {
    const session = this.#session;
    if (!session) {
      if (Object.values(this.#waiting).every(({ length }) => length === 0)) return;
      this.start().then(
        () => this.#pump(),
        (error: Error) => this.#rejectWaiting(error),
      );
      return;
    }
    for (let call = this.#next(session); call; call = this.#next(session)) {
      clearTimeout(call.queueTimer);
      session.send(call);
    }
  }

  /** @returns the next call for the process; undefined: it takes none now. A repeated call runs alone. */
  #next(session: RenderSession<QueuedCall>): QueuedCall | undefined {
    const { repeated, visitor, background } = this.#waiting;
    if (repeated.length + visitor.length + background.length === 0) return undefined;
    const calls = session.calls();
    if (calls.length === 0) return repeated.shift() ?? visitor.shift() ?? background.shift();
    if (repeated.length > 0 || calls[0]!.attempt > 1) return undefined;
    if (calls.length >= MAX_IN_FLIGHT || session.working >= MAX_WORKING) return undefined;
    const inBackground = calls.filter(({ reading }) => reading.priority === 'background').length;
    return visitor.shift() ?? (inBackground < MAX_BACKGROUND ? background.shift() : undefined);
  }

  #onEnd({ reason, calls, isListed, stack }: SessionEnd<QueuedCall>): void {
    this.#session = undefined;
    const { owner, telemetry } = this.#options;
    const ended = withCodeStack(servingErrors.RENDER_ENDED({ reason }), stack);
    if (this.#isClosed) return calls.forEach((call) => call.reject(ended));
    const isTold = stack !== undefined;
    telemetry.processEnded({ ...owner, reason, recent: this.#noteEnd(), isListed, isTold });
    for (const call of calls)
      if (call.attempt === 2) call.reject(ended);
      else this.#waiting.repeated.push(Object.assign(call, { attempt: 2 }));
    this.#pump();
  }

  /** @returns the number of ends within the last minute */
  #noteEnd(): number {
    const recent = this.#ends.add();
    this.#restsUntil = this.#options.now() + restAfter(recent);
    return recent;
  }

  #rejectWaiting(error: Error): void {
    const waiting = Object.values(this.#waiting).flatMap((calls) => calls.splice(0));
    for (const { queueTimer, reject } of waiting) {
      clearTimeout(queueTimer);
      reject(error);
    }
  }
}

/** @param ends within the last minute. @returns for how long it is not started again, in milliseconds */
function restAfter(ends: number): number {
  if (ends < ENDS_WITHOUT_REST) return 0;
  return Math.min(FIRST_REST_MS * 2 ** (ends - ENDS_WITHOUT_REST), LONGEST_REST_MS);
}
