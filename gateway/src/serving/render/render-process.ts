import type { Composition } from '@voltframe/kit/contract/release/composition';
import { gatewayErrors } from '../../platform/errors.ts';
import { createTimeWindow, type TimeWindow } from '../../platform/runtime/time-window.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';
import type { Reading } from './settle-call.ts';
import type { RenderCall, RenderCalls } from './protocol.ts';
import { type Pending, RenderSession, type SessionEnded, type SessionOptions } from './render-session.ts';

export interface RenderProcessOptions extends SessionOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The release whose code runs. */
  owner: { app: string; digest: string };
  telemetry: Pick<Telemetry, 'renderCall' | 'processEnded' | 'carry' | 'outside'>;
}

const CRASH_WINDOW_MS = 60_000;
/** Ends within that time, before a process rests. A candidate is refused sooner. */
const ENDS_WITHOUT_REST = 10;
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 10_000;
/** Most calls in the process. Further calls wait here, so that one endless loop affects few of them. */
const MAX_IN_FLIGHT = 8;
/**
 * Most calls in the process that do not wait for an upstream. The process may interleave them, so that the first
 * answer comes after the work of all; together they must stay below its limit of processor time, unless a page needs
 * a third of it. Overdue calls count, because they cannot be stopped; with them, the process gets one further call at
 * a time.
 */
const MAX_WORKING = 3;
/** The share of islands: requests for islands alone must not delay pages. */
const MAX_ISLANDS_IN_FLIGHT = 4;
/** The share of invented addresses, so that slow requests of a visitor do not delay listed pages. */
const MAX_INVENTED_IN_FLIGHT = 4;
/** Most waiting calls of each lane; a further visitor gets 503 with `Retry-After`. */
const MAX_WAITING = 200;

/** The render process of one app's release: started at the first call, restarted after a crash, ended by `close`. */
export class RenderProcess {
  readonly #options: RenderProcessOptions;
  readonly #pages: Pending[] = [];
  readonly #islands: Pending[] = [];
  /** Calls for unlisted addresses. */
  readonly #invented: Pending[] = [];
  /** Calls of a process that ended: one of them may end the next process. */
  readonly #suspects: Pending[] = [];
  #runsSuspect = false;
  readonly #crashes: TimeWindow;
  #opening: Promise<RenderSession> | undefined;
  #running: RenderSession | undefined;
  #islandsInFlight = 0;
  #inventedInFlight = 0;
  /**
   * Time before which it is not restarted, so that a release that always ends it does not use up the processor.
   */
  #restsUntil = 0;
  #closed = false;
  #isReplaced = false;

  constructor(options: RenderProcessOptions) {
    this.#options = options;
    this.#crashes = createTimeWindow(CRASH_WINDOW_MS, options.now);
  }

  /** Process id while it runs. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Number of calls in progress or waiting. */
  get pending(): number {
    const lanes = [this.#pages, this.#islands, this.#invented, this.#suspects];
    const waiting = lanes.reduce((sum, { length }) => sum + length, 0);
    return (this.#running?.inProgress ?? 0) + waiting;
  }

  /** @throws GW_RENDER_BUSY when too many calls wait, and the errors of a session's end. */
  call<Call extends RenderCall>(
    composition: Composition,
    type: Call,
    request: RenderCalls[Call]['request'],
    reading: Reading,
  ): Promise<RenderCalls[Call]['result']> {
    const { now, owner, telemetry } = this.#options;
    const started = now();
    return new Promise((done, failed) => {
      const settle = (ok: boolean): void => {
        clearTimeout(call.queueTimer);
        if (call.hasPlace) this.#leavePlace(call);
        telemetry.renderCall(owner, type, ok, now() - started);
      };
      const call: Pending = {
        type,
        composition,
        request,
        reading,
        carried: telemetry.carry(),
        attempt: 1,
        resolve(result) {
          settle(true);
          done(result as never);
        },
        reject(error) {
          settle(false);
          failed(error);
        },
      };
      this.#enqueue(call);
    });
  }

  #enqueue(call: Pending): void {
    const { queueMs } = call.reading;
    const lane = this.#laneOf(call);
    if (lane.length >= MAX_WAITING) return call.reject(gatewayErrors.RENDER_BUSY());
    if (queueMs !== undefined) call.queueTimer = setTimeout(() => this.#dropWaiting(call, queueMs), queueMs);
    lane.push(call);
    void this.#pump();
  }

  /** Replaces the process without counting a failure; the next call gets a new process. */
  restart(): void {
    this.#isReplaced = true;
    this.#running?.end('it is replaced');
    this.#isReplaced = false;
  }

  close(): void {
    this.#closed = true;
    void this.#opening?.then((running) => running.end('closed')).catch(() => {});
    this.#rejectWaiting(gatewayErrors.RENDER_ENDED({ reason: 'closed' }));
  }

  /** Starts it if it is not running. @throws the error of a bundle's evaluation. */
  async start(): Promise<RenderSession> {
    if (this.#closed) throw gatewayErrors.RENDER_ENDED({ reason: 'closed' });
    if (!this.#opening && this.#options.now() < this.#restsUntil)
      throw gatewayErrors.RENDER_ENDED({ reason: 'it ended too often' });
    const { telemetry } = this.#options;
    const open = () => new RenderSession(this.#options, this.#crashes.count(), this.#ended).loading.promise;
    const opening = (this.#opening ??= telemetry.outside(open));
    try {
      const session = await opening;
      // The session may have ended meanwhile, and would never answer.
      if (this.#opening !== opening) return await this.start();
      return (this.#running = session);
    } catch (error) {
      if (this.#opening === opening) {
        this.#opening = undefined;
        this.#noteEnd();
      }
      throw error;
    }
  }

  async #pump(): Promise<void> {
    try {
      const running = await this.start();
      while (takesMore(running)) {
        const call = this.#next(running.inProgress);
        if (!call) break;
        clearTimeout(call.queueTimer);
        const island = Number(call.type === 'island' && call.reading.isListed);
        this.#islandsInFlight += island;
        const settled = (): void => {
          this.#islandsInFlight -= island;
          void this.#pump();
        };
        running.send(call, settled, () => void this.#pump());
      }
    } catch (error) {
      this.#rejectWaiting(error as Error);
    }
  }

  /** @returns the next call. A call of a process that ended runs alone. */
  #next(inProgress: number): Pending | undefined {
    if (this.#runsSuspect && inProgress > 0) return undefined;
    const suspect = this.#suspects[0];
    if (suspect && inProgress > 0) return undefined;
    this.#runsSuspect = suspect !== undefined;
    if (suspect) return this.#suspects.shift();
    const islands = this.#islandsInFlight < MAX_ISLANDS_IN_FLIGHT ? this.#islands : [];
    return this.#pages.shift() ?? islands.shift() ?? this.#nextInvented();
  }

  #nextInvented(): Pending | undefined {
    if (this.#inventedInFlight >= MAX_INVENTED_IN_FLIGHT) return undefined;
    const call = this.#invented.shift();
    if (call && !call.hasPlace) {
      call.hasPlace = true;
      this.#inventedInFlight++;
    }
    return call;
  }

  #leavePlace(call: Pending): void {
    call.hasPlace = false;
    this.#inventedInFlight--;
    if (this.#invented.length > 0) void this.#pump();
  }

  #laneOf({ type, reading: { isListed } }: Pending): Pending[] {
    if (!isListed) return this.#invented;
    return type === 'island' ? this.#islands : this.#pages;
  }

  readonly #ended: SessionEnded = (reason, unfinished) => {
    this.#opening = undefined;
    this.#running = undefined;
    this.#islandsInFlight = 0;
    const ended = gatewayErrors.RENDER_ENDED({ reason });
    this.#runsSuspect = false;
    if (this.#closed) return unfinished.forEach(({ call, isOverdue }) => !isOverdue && call.reject(ended));
    if (this.#isReplaced) {
      const waiting = unfinished.flatMap(({ call, isOverdue }) => (isOverdue ? [] : [call]));
      for (const call of waiting.toReversed()) this.#laneOf(call).unshift(call);
      if (this.pending > 0) void this.#pump();
      return;
    }
    const { owner, telemetry } = this.#options;
    const recent = this.#noteEnd();
    const isListed = unfinished.length === 0 || unfinished.some(({ call }) => call.reading.isListed);
    telemetry.processEnded({ ...owner, reason, recent, isListed });
    for (const { call, isOverdue } of unfinished) {
      if (isOverdue) continue;
      if (call.attempt > 1) call.reject(ended);
      else this.#suspects.push({ ...call, attempt: call.attempt + 1 });
    }
    if (this.pending > 0) void this.#pump();
  };

  /** @returns the number of ends within the last minute */
  #noteEnd(): number {
    const recent = this.#crashes.add();
    this.#restsUntil = this.#options.now() + restAfter(recent);
    return recent;
  }

  #rejectWaiting(error: Error): void {
    const lanes = [this.#suspects, this.#pages, this.#islands, this.#invented];
    const waiting = lanes.flatMap((lane) => lane.splice(0));
    for (const call of waiting) call.reject(error);
  }

  #dropWaiting(call: Pending, limit: number): void {
    const lane = this.#laneOf(call);
    const at = lane.indexOf(call);
    if (at < 0) return;
    lane.splice(at, 1);
    call.reject(withRetryAfter(gatewayErrors.RENDER_BUSY(), limit));
  }
}

function takesMore({ inProgress, working }: RenderSession): boolean {
  return inProgress === 0 || (inProgress < MAX_IN_FLIGHT && working < MAX_WORKING);
}

/** @param ends within the last minute. @returns for how long it is not started again, in milliseconds */
function restAfter(ends: number): number {
  if (ends < ENDS_WITHOUT_REST) return 0;
  return Math.min(FIRST_REST_MS * 2 ** (ends - ENDS_WITHOUT_REST), LONGEST_REST_MS);
}
