import type { ChildProcess } from 'node:child_process';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { gatewayErrors } from '../../platform/errors.ts';
import { withCodeStack } from '../../observing/stacks/code-error.ts';
import type { MessageFrame } from '../../platform/runtime/message-frames.ts';
import {
  type CallLimits,
  type ChildAnswer,
  type ChildEnd,
  type EndedBy,
  errorOf,
  SupervisedChild,
} from '../../platform/runtime/supervised-child.ts';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';
import { upstreamErrors } from '../../platform/upstream-errors.ts';
import type { UpstreamQuestions } from '../upstreams/upstream-questions.ts';
import { CALL_LIMITS } from './call-limits.ts';
import type { BundleHead, LoadMessage, ReadAnswer, RenderCall, UpstreamAnswered } from './protocol.ts';
import { createPageParts, type Reading, settleCall, type Waiting } from './settle-call.ts';

/** A call on its way to an answer. */
export interface Pending extends Waiting {
  composition: Composition;
  /** A call of a process that ended is repeated once, alone. */
  attempt: number;
  /** Rejects it when it waits too long for its turn. */
  queueTimer?: NodeJS.Timeout;
  /** It uses one of the places of unlisted addresses in the process. */
  hasPlace?: boolean;
}

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

export interface SessionOptions {
  /** Starts the process. @param recentEnds how often it ended unexpectedly within the last minute. */
  spawn(recentEnds: number): ChildProcess;
  /** The first message of the process; read at every start, so that bundles are not kept in memory. */
  load(): Promise<LoadedCode>;
  /** The data of a composition for the process; absent for all of it. */
  view?(composition: Composition): Composition;
  /** A file of the app's `data/`; undefined when the release has none of that name. */
  read(file: string): Promise<{ text: string; sha256: string } | undefined>;
  /** The upstream requests of one call. @param limitMs the longest wait for responses. @param reading of the call. */
  questions?(limitMs: number, reading: Pick<Reading, 'recorded' | 'isListed'>): UpstreamQuestions;
  memoryBytes: number;
  timeoutMs: number;
  /** Called with errors of calls and of bundles that fail to load, with their stacks; bounded. */
  onError?(
    type: RenderCall | 'load',
    error: { message: string; stack?: string; route?: string; isListed: boolean },
  ): string | undefined;
}

/** @param unfinished the calls without an answer; `isOverdue`: it has been rejected for its time already. */
export type SessionEnded = (reason: string, unfinished: { call: Pending; isOverdue: boolean }[]) => void;

/** On a busy machine loading takes longer, but not more processor time. */
const LOAD_LIMITS: CallLimits = { ms: 60_000, cpuMs: 10_000 };
/** Factor of the memory of its code: adds Node's own memory, and garbage that is not collected yet. */
const MOST_MEMORY = 1.5;
/** Outstanding questions of a process; its script asks no more. */
const MAX_READS = 4;
/** Factor of the gateway's limits over those of the reader in the process. */
const ABOVE_READER = 2;
/** Outstanding questions of a process for upstreams, and the size of one; its script asks no more. */
const MAX_UPSTREAMS = 8;
const MAX_QUESTION_BYTES = 128 * 1024;
/** The limit of upstream responses that a process has not received yet, in bytes, and the overhead of each. */
const MAX_UNTAKEN_BYTES = 64 * 1024 * 1024;
const REPLY_BYTES = 1_000;
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

interface SentCall {
  name: RenderCall | 'load';
  limits: CallLimits;
  /** Absent: the bundles are loaded. */
  call?: Pending;
  questions?: UpstreamQuestions | undefined;
  /** Ends the questions of the call. */
  late?: NodeJS.Timeout | undefined;
  settled?: () => void;
  waits?: () => void;
  /** Questions for upstreams that have no reply yet. */
  asking: number;
  files: number;
  readBytes: number;
  isOverdue: boolean;
}

/** One running process, until it ends. */
export class RenderSession {
  /** Resolves once the bundles are loaded. Rejects with GW_RENDER_LOAD. */
  readonly loading = Promise.withResolvers<RenderSession>();
  readonly #options: SessionOptions;
  readonly #ended: SessionEnded;
  readonly #child: SupervisedChild<SentCall>;
  readonly #sent = new Set<string>();
  readonly #parts = createPageParts();
  #loaded = false;
  /** Of the error of a bundle that does not load. */
  #loadStack: string | undefined;
  #reads = 0;
  #upstreams = 0;
  #untakenBytes = 0;

  /**
   * @param recentEnds see SessionOptions.spawn.
   * @param ended called when the session ends after it was loaded.
   */
  constructor(options: SessionOptions, recentEnds: number, ended: SessionEnded) {
    this.#options = options;
    this.#ended = ended;
    this.#child = new SupervisedChild<SentCall>({
      child: options.spawn(recentEnds),
      anonymousBytes: options.memoryBytes * MOST_MEMORY,
      silentCpuMs: options.timeoutMs,
      answered: (sent, answer, frame) => this.#answered(sent, answer, frame),
      received: (id, frame) => this.#received(id, frame),
      overdue: (sent) => this.#onOverdue(sent),
      ended: (end, unfinished) => this.#onEnd(end, unfinished),
    });
    options.load().then(
      (code) => this.#load(code),
      (error: Error) => this.end(error.message),
    );
  }

  get pid(): number {
    return this.#child.pid;
  }

  get inProgress(): number {
    return this.#child.inProgress;
  }

  /** Number of the calls without an answer, overdue ones too, that do not wait for an upstream. */
  get working(): number {
    return this.#child.unfinished().filter(({ asking }) => asking === 0).length;
  }

  /** @param by absent: its code did not cause the end. */
  end(reason: string, by?: EndedBy): void {
    this.#child.end(reason, by);
  }

  /** @param settled called when the call has its answer. @param waits called when it waits for an upstream. */
  send(call: Pending, settled: () => void, waits: () => void): void {
    const { questions: createQuestions, timeoutMs } = this.#options;
    const limitMs = timeoutMs * SHARE_FOR_UPSTREAMS;
    const questions = createQuestions?.(limitMs, call.reading);
    const late = questions && setTimeout(questions.end, limitMs);
    const { type, composition, request } = call;
    this.#tell(composition);
    const sent = { ...sentCall(type, { waitMs: timeoutMs }), call, questions, late, settled, waits };
    this.#child.call(sent, { type, composition: composition.id, request });
  }

  #load({ app, shell, own }: LoadedCode): void {
    this.#child.write([shell.code, own?.code]);
    const heads = { shell: headOf(shell), ...(own && { own: headOf(own) }) };
    const message: Omit<LoadMessage, 'id'> = { type: 'load', app, ...heads };
    this.#child.call(sentCall('load', LOAD_LIMITS), message);
  }

  /** A composition is sent before the first call that names it. */
  #tell(composition: Composition): void {
    const sent = this.#sent;
    if (sent.has(composition.id)) return;
    const view = this.#options.view?.(composition) ?? composition;
    this.#child.post({ id: 0, type: 'compose', composition: view });
    sent.add(composition.id);
    const [oldest] = sent;
    if (sent.size <= MAX_COMPOSITIONS || oldest === undefined) return;
    sent.delete(oldest);
    this.#child.post({ type: 'forget', composition: oldest });
  }

  #answered({ call, late, questions, settled }: SentCall, answer: ChildAnswer, frame: MessageFrame): void {
    if (!call) return this.#onLoad(answer);
    clearTimeout(late);
    const { carried = runs, request } = call;
    const { routeId: route } = request as { routeId?: string };
    const onError: SessionOptions['onError'] = (type, error) =>
      this.#options.onError?.(type, { ...error, ...(route !== undefined && { route }) });
    carried(() => settleCall(call, answer, frame, { parts: this.#parts, questions, onError }));
    settled?.();
  }

  #onLoad({ error }: ChildAnswer): void {
    if (error) {
      this.#loadStack = error.stack;
      this.#options.onError?.('load', { ...error, isListed: true });
      return this.end(error.message);
    }
    this.#loaded = true;
    this.loading.resolve(this);
  }

  #received(id: number, { head, headBytes }: MessageFrame): void {
    const { type, ok, error, file, call, question } = head as Record<string, unknown>;
    if (type === 'read') {
      if (typeof call !== 'number' || typeof file !== 'string')
        throw new Error('it asked for what is no file');
      if (file.length > ABOVE_READER * CALL_LIMITS.fileName) throw new Error('it asked for what is no file');
      void this.#answerRead(id, this.#child.find(call), file);
    } else if (type === 'upstream') {
      if (typeof call !== 'number') throw new Error('it asked an upstream for no call');
      if (headBytes > MAX_QUESTION_BYTES) throw new Error('it asked an upstream at too great a length');
      void this.#answerUpstream(id, call, question);
    } else if (id === 0 && ok !== true) throw new Error(errorOf(error).message); // of a composition
  }

  /** Only a call in progress may read. */
  async #answerRead(id: number, sent: SentCall | undefined, file: string): Promise<void> {
    if (++this.#reads > MAX_READS) return this.end('it asked for more files at once than it may', 'limit');
    if (sent && ++sent.files > ABOVE_READER * CALL_LIMITS.files)
      return this.end('it asked for more files than a call may', 'limit');
    const content = sent && (await this.#options.read(file).catch(() => undefined));
    this.#reads--;
    if (sent) sent.readBytes += content?.text.length ?? 0;
    if (sent && sent.readBytes > ABOVE_READER * CALL_LIMITS.readBytes)
      return this.end('it read more than a call may', 'limit');
    this.#child.post({ id, type: 'read', ...content } satisfies ReadAnswer);
  }

  /** Only a call in progress may ask upstreams. */
  async #answerUpstream(id: number, callId: number, question: unknown): Promise<void> {
    if (++this.#upstreams > MAX_UPSTREAMS)
      return this.end('it asked more of upstreams at once than it may', 'limit');
    const asking = this.#child.find(callId);
    const { carried = runs } = asking?.call ?? {};
    if (asking && asking.asking++ === 0) asking.waits?.();
    const reply = (await carried(() => asking?.questions?.reply(question))) ?? NOBODY;
    this.#upstreams--;
    if (asking) asking.asking--;
    const size = REPLY_BYTES + (reply.ok ? reply.text.length : 0);
    this.#untakenBytes += size;
    if (this.#untakenBytes > MAX_UNTAKEN_BYTES)
      return this.end('it asked upstreams for more than it takes', 'limit');
    const taken = (): void => void (this.#untakenBytes -= size);
    this.#child.post({ ...reply, id, type: 'upstream' } satisfies UpstreamAnswered, taken);
  }

  /** The call fails; the process goes on with the others. */
  #onOverdue(sent: SentCall): void {
    const { call, name, late, settled } = sent;
    sent.isOverdue = true;
    clearTimeout(late);
    const limit = this.#options.timeoutMs;
    call?.reject(withRetryAfter(gatewayErrors.RENDER_TIMEOUT({ what: name, limit }), limit));
    settled?.();
  }

  #onEnd({ reason, stderr }: ChildEnd, unfinished: SentCall[]): void {
    for (const { late } of unfinished) clearTimeout(late);
    const text = stderr ? `${reason}: ${stderr}` : reason;
    if (!this.#loaded)
      return this.loading.reject(withCodeStack(gatewayErrors.RENDER_LOAD({ reason: text }), this.#loadStack));
    const calls = unfinished.flatMap(({ call, isOverdue }) => (call ? [{ call, isOverdue }] : []));
    this.#ended(reason, calls);
  }
}

function sentCall(name: SentCall['name'], limits: CallLimits): SentCall {
  return { name, limits, asking: 0, files: 0, readBytes: 0, isOverdue: false };
}

const runs = <Result>(work: () => Result): Result => work();

function headOf({ filename, code }: StoredBundle): BundleHead {
  return { filename, bytes: code.length };
}
