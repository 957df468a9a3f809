import type { ChildProcess } from 'node:child_process';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { FragmentRequest } from '@voltframe/kit/contract/release/server-module';
import { KB, MINUTE_MS } from '@voltframe/kit/contract/units';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import { servingErrors } from '../serving-errors.ts';
import { withCodeStack, withErrorId } from '../../observing/stacks/code-error.ts';
import type { CallLimits } from '../../platform/runtime/child-watch.ts';
import type { MessageFrame } from '../../platform/runtime/message-frames.ts';
import {
  type ChildAnswer,
  errorOf,
  SupervisedChild,
  type Unanswered,
} from '../../platform/runtime/supervised-child.ts';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';
import { upstreamErrors } from '../upstream-errors.ts';
import type { UpstreamQuestions } from '../upstreams/upstream-questions.ts';
import { CALL_LIMITS } from './call-limits.ts';
import { createAnswerReader } from './parse-answer.ts';
import type { BundleHead, LoadMessage, ReadAnswer, RenderCall, UpstreamAnswered } from './protocol.ts';

/** A bundle of a release, as it is stored. */
export interface StoredBundle {
  filename: string;
  code: Buffer;
}

export interface LoadedCode {
  app: string;
  shell: StoredBundle;
  /** The app's own bundle; absent in the shell's process. */
  own?: StoredBundle;
}

/** What a render process needs of the gateway. */
export interface SessionOptions {
  /** Starts the process. @param recentEnds how often it ended unexpectedly within the last minute. */
  spawn(recentEnds: number): ChildProcess;
  /** The first message of the process; read at every start, so that bundles are not kept in memory. */
  load(): Promise<LoadedCode>;
  /** The data of a composition for the process; absent for all of it. */
  view?(composition: Composition): Composition;
  /** A file of the app's `data/`; undefined when the release has none of that name. */
  read(file: string): Promise<{ text: string; sha256: string } | undefined>;
  /**
   * The upstream requests of one call.
   * @param limitMs the longest wait for responses.
   * @param pause waits for a time in milliseconds that does not count towards the limits of calls that wait.
   */
  questions?(
    limitMs: number,
    reading: Pick<Reading, 'recorded' | 'isListed' | 'waits'>,
    pause: (ms: number) => Promise<void>,
  ): UpstreamQuestions;
  memoryBytes: number;
  timeoutMs: number;
  /** Whether `onError` also gets errors of requests: in development the visitor is the developer. */
  tellsRequests?: boolean | undefined;
  /**
   * Called with errors of calls and of bundles that fail to load, with their stacks; bounded.
   * @returns the id of the error.
   */
  onError?(
    type: RenderCall | 'load',
    error: { message: string; stack?: string; route?: string; isListed: boolean },
  ): string | undefined;
}

/** For whom a call is, and what it read. */
export interface Reading {
  /** Receives its inputs: input → digest. */
  inputs: Record<string, string>;
  /** Whether recorded answers replace the missing answers of an upstream. */
  recorded: boolean;
  /**
   * Whether the call is for a page that the site lists, or for an island in one. A visitor may have invented any other
   * address.
   */
  isListed: boolean;
  /** Whether it tries an address that nobody has: an error there is no error of the app, and is told to nobody. */
  isProbe?: boolean;
  /** Whether it waits where an upstream gets too many calls a second: admission and prerendering. Others fail. */
  waits?: boolean;
  /** Calls in the background wait for those of visitors: prerendering, and invented addresses. */
  priority: 'visitor' | 'background';
  /** The longest wait before the call is sent, in milliseconds; absent: no limit. */
  queueMs?: number | undefined;
}

export interface SessionCall {
  type: RenderCall;
  composition: Composition;
  request: unknown;
  reading: Reading;
  /** Runs the answer in the trace of its request; absent when no request is recorded. */
  carried?: (<Result>(work: () => Result) => Result) | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export interface SessionEvents<Call> {
  /** The process may take another call: one is answered, has failed for its time, or waits for an upstream. */
  hasRoom(): void;
  ended(end: SessionEnd<Call>): void;
}

/** The end of a process. */
export interface SessionEnd<Call> {
  reason: string;
  /** Those that have not failed. */
  calls: Call[];
  /** Whether it had a call that is. */
  isListed: boolean;
  /** Of the code that ran for too long; `onError` was called with it. */
  stack?: string;
}

/** On a busy machine loading takes longer, but not more processor time. */
const LOAD_LIMITS: CallLimits = { workMs: 10_000, idleMs: MINUTE_MS };
/** Factor of the memory of its code: adds Node's own memory, and garbage that is not collected yet. */
const MOST_MEMORY = 1.5;
/** Questions of a process that are not answered, or the answers of which it has not taken. Its script asks no more. */
const MOST_OPEN = { read: 4, upstream: 8 };
const MAX_QUESTION_BYTES = 128 * KB;
/**
 * The share of a call's time limit: a slow upstream fails before it, so that the process and its other renderings go
 * on.
 */
const SHARE_FOR_UPSTREAMS = 0.75;
/** Most compositions in a process; the oldest is removed. */
const MAX_COMPOSITIONS = 12;
const NOBODY = {
  ok: false,
  code: upstreamErrors.TIMEOUT.code,
  message: 'The rendering that asked is over',
} as const;

/** A message that the process answers; without a call, it loads the bundles. */
interface Sent<Call> {
  call?: Call;
  limits: CallLimits;
  answered(answer: ChildAnswer, frame: MessageFrame): void;
  overdue?(loop: Promise<string | undefined>): void;
  excusedMs?(): number;
  /** Milliseconds of a clock that is never set. */
  sentAt: number;
  /** Questions for upstreams that have no reply yet. */
  asking: number;
  questions?: UpstreamQuestions | undefined;
  /** Ends its questions. */
  endsAsking?: NodeJS.Timeout;
}

/** One running render process, until it ends. It gets calls, files and the responses of upstreams. */
export class RenderSession<Call extends SessionCall> {
  /** Resolves once the bundles are loaded. Rejects with GW_RENDER_LOAD. */
  readonly loading = Promise.withResolvers<void>();
  readonly #options: SessionOptions;
  readonly #events: SessionEvents<Call>;
  readonly #child: SupervisedChild<Sent<Call>>;
  /** Ids of the compositions that the process has. */
  readonly #compositions = new Set<string>();
  readonly #readAnswer = createAnswerReader();
  readonly #open = { read: 0, upstream: 0 };
  readonly #pauses = createPauses();

  /** @param recentEnds see SessionOptions.spawn. */
  constructor(options: SessionOptions, recentEnds: number, events: SessionEvents<Call>) {
    this.#options = options;
    this.#events = events;
    this.#child = new SupervisedChild<Sent<Call>>({
      child: options.spawn(recentEnds),
      anonymousBytes: options.memoryBytes * MOST_MEMORY,
      received: (id, frame) => this.#received(id, frame),
      ended: ({ reason, stderr, stack }, unfinished) => {
        const text = stderr ? `${reason}: ${stderr}` : reason;
        const notLoaded = withCodeStack(servingErrors.RENDER_LOAD({ reason: text }), stack);
        this.loading.reject(notLoaded); // without effect once it is loaded
        for (const { call } of unfinished) clearTimeout(call.endsAsking);
        const all = unfinished.flatMap(({ call }) => call.call ?? []);
        const isListed = all.length === 0 || all.some(({ reading }) => reading.isListed);
        if (stack !== undefined) this.#tellOfLoop(reason, stack, all, isListed);
        const calls = withoutOverdue(unfinished);
        events.ended({ reason, calls, isListed, ...(stack !== undefined && { stack }) });
      },
    });
    options.load().then(
      (code) => this.#load(code),
      (error: Error) => this.end(error.message),
    );
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** @returns the calls with the process that have not failed. */
  calls(): Call[] {
    return withoutOverdue(this.#child.unfinished());
  }

  /** Number of the calls without an answer, failed ones too, that do not wait for an upstream. */
  get working(): number {
    return this.#child.unfinished().filter(({ call }) => call.asking === 0).length;
  }

  /** Ends the process; its code did not cause this. */
  end(reason: string): void {
    this.#child.end(reason);
  }

  send(call: Call): void {
    const { timeoutMs } = this.#options;
    const { type, composition, request } = call;
    this.#tell(composition);
    const settled = (): void => {
      clearTimeout(sent.endsAsking);
      this.#events.hasRoom();
    };
    const pausedBefore = this.#pauses.totalMs();
    const sent: Sent<Call> = {
      call,
      // Questions of one call wait in the process for those of others that pause.
      ...(call.reading.waits && { excusedMs: () => this.#pauses.totalMs() - pausedBefore }),
      sentAt: performance.now(),
      asking: 0,
      limits: { waitMs: timeoutMs, workMs: timeoutMs },
      answered: (answer, frame) => {
        const { carried = runs } = call;
        carried(() => this.#settle(call, sent.questions, answer, frame));
        settled();
      },
      overdue: (loop) => {
        const error = servingErrors.RENDER_TIMEOUT({ what: type, limit: timeoutMs });
        call.reject(withRetryAfter(withCodeStack(error, loop), timeoutMs));
        settled();
      },
    };
    this.#child.call(sent, { type, composition: composition.id, request });
  }

  /** A loop belongs to the code that ran. Of several calls in the process, none is known to be its cause. */
  #tellOfLoop(reason: string, stack: string, calls: Call[], isListed: boolean): void {
    const [{ type, request }] = calls.length > 0 ? calls : [{ type: 'load', request: {} } as const];
    const limit = this.#options.timeoutMs;
    const message = type === 'load' ? reason : servingErrors.RENDER_TIMEOUT({ what: type, limit }).why;
    const { routeId: route } = (calls.length === 1 ? request : {}) as Partial<FragmentRequest>;
    this.#options.onError?.(type, { message, stack, isListed, ...(route !== undefined && { route }) });
  }

  /** A call that fails because of an upstream is rejected with the upstream's error: its code did not fail. */
  #settle(
    call: Call,
    questions: UpstreamQuestions | undefined,
    answer: ChildAnswer,
    frame: MessageFrame,
  ): void {
    const { type, request, reading } = call;
    Object.assign(reading.inputs, questions?.inputs());
    const { error } = answer;
    if (error) return call.reject(questions?.failure(error.message) ?? this.#errorOf(call, error));
    try {
      call.resolve(this.#readAnswer(type, request, frame));
    } catch (malformed) {
      call.reject(servingErrors.RENDER_FAILED({ reason: (malformed as Error).message }));
    }
  }

  /**
   * A call that passed a limit at an address that a visitor invented is an error of the request, not of the release.
   */
  #errorOf({ type, request, reading }: Call, thrown: NonNullable<ChildAnswer['error']>): Error {
    const { limit, ...error } = thrown;
    const { isListed, isProbe = false } = reading;
    const { onError, tellsRequests = false } = this.#options;
    const { routeId: route, path, search } = request as Partial<FragmentRequest>;
    const isOfRequest = limit && !isListed;
    const isTold = !isProbe && (!isOfRequest || tellsRequests);
    const told = { ...error, ...(route !== undefined && { route }), isListed };
    const id = isTold ? onError?.(type, told) : undefined;
    if (isOfRequest)
      return type === 'fragment'
        ? siteErrors.PAGE_NOT_FOUND({ path: `${path}${search}` })
        : servingErrors.CALL_LIMIT({ reason: error.message });
    const failed = withCodeStack(servingErrors.RENDER_FAILED({ reason: error.message }), error.stack);
    return withErrorId(failed, id);
  }

  #load({ app, shell, own }: LoadedCode): void {
    this.#child.write([shell.code, own?.code]);
    const heads = { shell: headOf(shell), ...(own && { own: headOf(own) }) };
    const message: Omit<LoadMessage, 'id'> = { type: 'load', app, ...heads };
    const answered = ({ error }: ChildAnswer): void => {
      if (!error) return this.loading.resolve();
      this.#options.onError?.('load', { ...error, isListed: true });
      const failed = servingErrors.RENDER_LOAD({ reason: error.message });
      this.loading.reject(withCodeStack(failed, error.stack));
      this.end(error.message);
    };
    this.#child.call({ limits: LOAD_LIMITS, answered, sentAt: performance.now(), asking: 0 }, message);
  }

  /** A composition is sent before the first call that names it. */
  #tell(composition: Composition): void {
    const known = this.#compositions;
    if (known.has(composition.id)) return;
    const view = this.#options.view?.(composition) ?? composition;
    this.#child.post({ id: 0, type: 'compose', composition: view });
    known.add(composition.id);
    const [oldest] = known;
    if (known.size <= MAX_COMPOSITIONS || oldest === undefined) return;
    known.delete(oldest);
    this.#child.post({ type: 'forget', composition: oldest });
  }

  #received(id: number, { head, headBytes }: MessageFrame): void {
    const { type, ok, error, file, call, question } = head as Record<string, unknown>;
    if (type === 'read') {
      // Twice the limit of the reader in the process, which other code can only bypass.
      if (typeof file !== 'string' || file.length > 2 * CALL_LIMITS.fileName || typeof call !== 'number')
        throw new Error('it asked for a file without a name or a call');
      void this.#reply('read', this.#read(id, this.#child.find(call), file));
    } else if (type === 'upstream') {
      if (typeof call !== 'number') throw new Error('it asked an upstream without a call');
      if (headBytes > MAX_QUESTION_BYTES) throw new Error('its question for an upstream is too long');
      void this.#reply('upstream', this.#ask(id, this.#child.find(call), question));
    } else if (id === 0 && ok !== true) throw new Error(errorOf(error).message); // of a composition
  }

  /** Sends the answer to a question; ends the process when it has too many open ones. */
  async #reply(kind: keyof typeof MOST_OPEN, answer: Promise<object>): Promise<void> {
    if (++this.#open[kind] > MOST_OPEN[kind])
      return this.#child.end(`it has more than ${MOST_OPEN[kind]} open questions (${kind})`, 'limit');
    this.#child.post(await answer, () => void this.#open[kind]--);
  }

  /** Only a call in progress may read. */
  async #read(id: number, sent: Sent<Call> | undefined, file: string): Promise<ReadAnswer> {
    const content = sent && (await this.#options.read(file).catch(() => undefined));
    return { id, type: 'read', ...content };
  }

  /** Ends the questions of a call at their time limit, to which pauses add. */
  #endAsking(sent: Sent<Call>, limitMs: number): void {
    const leftMs = limitMs + (sent.excusedMs?.() ?? 0) - (performance.now() - sent.sentAt);
    if (leftMs <= 0) return sent.questions?.end();
    sent.endsAsking = setTimeout(() => this.#endAsking(sent, limitMs), Math.ceil(leftMs));
  }

  /** Only a call in progress may ask upstreams. */
  async #ask(id: number, sent: Sent<Call> | undefined, question: unknown): Promise<UpstreamAnswered> {
    if (!sent?.call) return { ...NOBODY, id, type: 'upstream' };
    const { reading, carried = runs } = sent.call;
    if (!sent.questions) {
      const limitMs = this.#options.timeoutMs * SHARE_FOR_UPSTREAMS;
      sent.questions = this.#options.questions?.(limitMs, reading, this.#pauses.pause);
      this.#endAsking(sent, limitMs);
    }
    if (sent.asking++ === 0) this.#events.hasRoom();
    const reply = (await carried(() => sent.questions?.reply(question))) ?? NOBODY;
    sent.asking--;
    return { ...reply, id, type: 'upstream' };
  }
}

function withoutOverdue<Call>(unfinished: Unanswered<Sent<Call>>[]): Call[] {
  return unfinished.flatMap(({ call, isOverdue }) => (isOverdue ? [] : (call.call ?? [])));
}

/** Counts the time in which at least one pause is in progress. */
function createPauses() {
  let [running, since, pastMs] = [0, 0, 0];
  const runningMs = (): number => (running > 0 ? performance.now() - since : 0);
  return {
    /** In milliseconds. */
    totalMs: () => pastMs + runningMs(),
    async pause(ms: number): Promise<void> {
      if (running === 0) since = performance.now();
      running++;
      await new Promise((done) => void setTimeout(done, ms));
      pastMs += running === 1 ? runningMs() : 0;
      running--;
    },
  };
}

const runs = <Result>(work: () => Result): Result => work();

function headOf({ filename, code }: StoredBundle): BundleHead {
  return { filename, bytes: code.length };
}
