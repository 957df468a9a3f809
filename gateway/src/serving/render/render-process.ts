import type { Composition } from '@voltframe/kit/contract/release/composition';
import { gatewayErrors } from '../../platform/errors.ts';
import { createTimeWindow, type TimeWindow } from '../../platform/runtime/time-window.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { Reading } from './settle-call.ts';
import type { RenderCall, RenderCalls } from './protocol.ts';
import {
  openSession,
  type Pending,
  type Session,
  type SessionEnded,
  type SessionOptions,
} from './render-session.ts';

export interface RenderProcessOptions extends SessionOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The release whose code runs. */
  owner: { app: string; digest: string };
  telemetry: Pick<Telemetry, 'renderCall' | 'processEnded' | 'carry' | 'outside'>;
}

const CRASH_WINDOW_MS = 60_000;
/** Within that time. By then a release that is live has been left for the one before it, and a candidate is refused. */
const ENDS_WITHOUT_REST = 10;
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 10_000;
/** At most this many calls are with the process; the rest wait here, so that one endless loop takes few with it. */
const MAX_IN_FLIGHT = 8;
/** The share of islands: requests for islands alone must not delay pages. */
const MAX_ISLANDS_IN_FLIGHT = 4;
/** Waiting calls of each lane; past it, a visitor is asked to come back. */
const MAX_WAITING = 200;

/** The render process of one app's release: started at first need, started again after a crash, ended by `close`. */
export class RenderProcess {
  readonly #options: RenderProcessOptions;
  readonly #pages: Pending[] = [];
  readonly #islands: Pending[] = [];
  readonly #crashes: TimeWindow;
  #opening: Promise<Session> | undefined;
  #running: Session | undefined;
  #islandsInFlight = 0;
  /**
   * Until then it is not started again: a release that ends it each time must not take the processor from the others.
   */
  #restsUntil = 0;
  #closed = false;

  constructor(options: RenderProcessOptions) {
    this.#options = options;
    this.#crashes = createTimeWindow(CRASH_WINDOW_MS, options.now);
  }

  /** Process id while it runs. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Number of calls that are with it or wait for it. */
  get pending(): number {
    return (this.#running?.inProgress ?? 0) + this.#pages.length + this.#islands.length;
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
    const told = (ok: boolean): void => telemetry.renderCall(owner, type, ok, now() - started);
    return new Promise((done, failed) => {
      const resolve = (result: unknown): void => (told(true), done(result as never));
      const reject = (error: Error): void => (told(false), failed(error));
      const carried = telemetry.carry();
      const call: Pending = { type, composition, request, reading, carried, attempt: 1, resolve, reject };
      const lane = this.#laneOf(call);
      if (lane.length >= MAX_WAITING) return reject(gatewayErrors.RENDER_BUSY());
      lane.push(call);
      void this.#pump();
    });
  }

  /** Starts it if it is not running. @throws the error of a bundle's evaluation. */
  async start(): Promise<void> {
    await this.#start();
  }

  close(): void {
    this.#closed = true;
    void this.#opening?.then((running) => running.end('closed')).catch(() => {});
    this.#rejectWaiting(gatewayErrors.RENDER_ENDED({ reason: 'closed' }));
  }

  async #start(): Promise<Session> {
    if (this.#closed) throw gatewayErrors.RENDER_ENDED({ reason: 'closed' });
    if (!this.#opening && this.#options.now() < this.#restsUntil)
      throw gatewayErrors.RENDER_ENDED({ reason: 'it ended too often' });
    const { telemetry } = this.#options;
    const open = () => openSession(this.#options, this.#crashes.count(), this.#ended);
    const opening = (this.#opening ??= telemetry.outside(open));
    try {
      return (this.#running = await opening);
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
      const running = await this.#start();
      while (running.inProgress < MAX_IN_FLIGHT) {
        const call = this.#next();
        if (!call) break;
        const island = Number(call.type === 'island');
        this.#islandsInFlight += island;
        running.send(call, () => {
          this.#islandsInFlight -= island;
          void this.#pump();
        });
      }
    } catch (error) {
      this.#rejectWaiting(error as Error);
    }
  }

  #next(): Pending | undefined {
    const islands = this.#islandsInFlight < MAX_ISLANDS_IN_FLIGHT ? this.#islands : [];
    return this.#pages.shift() ?? islands.shift();
  }

  #laneOf({ type }: Pending): Pending[] {
    return type === 'island' ? this.#islands : this.#pages;
  }

  readonly #ended: SessionEnded = (reason, unfinished, overdue) => {
    this.#opening = undefined;
    this.#running = undefined;
    this.#islandsInFlight = 0;
    const ended = gatewayErrors.RENDER_ENDED({ reason });
    if (this.#closed) return unfinished.forEach((call) => call.reject(ended));
    const limit = this.#options.timeoutMs;
    overdue?.reject(gatewayErrors.RENDER_TIMEOUT({ what: overdue.type, limit }));
    const recent = this.#noteEnd();
    this.#options.telemetry.processEnded({ ...this.#options.owner, reason, recent });
    for (const call of unfinished) {
      if (call === overdue) continue;
      if (call.attempt > 1) call.reject(ended);
      else this.#laneOf(call).unshift({ ...call, attempt: call.attempt + 1 });
    }
    if (this.pending > 0) void this.#pump();
  };

  /** @returns how often it ended within the last minute */
  #noteEnd(): number {
    const recent = this.#crashes.add();
    this.#restsUntil = this.#options.now() + restAfter(recent);
    return recent;
  }

  #rejectWaiting(error: Error): void {
    for (const call of [...this.#pages.splice(0), ...this.#islands.splice(0)]) call.reject(error);
  }
}

/** @param ends within the last minute. @returns for how long it is not started again, in milliseconds */
function restAfter(ends: number): number {
  if (ends < ENDS_WITHOUT_REST) return 0;
  return Math.min(FIRST_REST_MS * 2 ** (ends - ENDS_WITHOUT_REST), LONGEST_REST_MS);
}
