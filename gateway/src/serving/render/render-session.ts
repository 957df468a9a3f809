import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { gatewayErrors } from '../../platform/errors.ts';
import { upstreamErrors } from '../../platform/upstream-errors.ts';
import type { UpstreamQuestions } from '../upstreams/upstream-questions.ts';
import { type AnswerFrame, createFrameReader } from '../../platform/processes/message-frames.ts';
import { ANSWERS_FD } from '../../platform/processes/supervised-child.ts';
import {
  type ChildMessage,
  createPageParts,
  parseChildMessage,
  settleCall,
  type Waiting,
} from './child-message.ts';
import type { BundleHead, LoadMessage, ReadAnswer, RenderCall, UpstreamAnswered } from './protocol.ts';
import { createChildWatch, WATCH_INTERVAL_MS } from '../../platform/processes/watch-child.ts';

/** A call on its way to an answer. */
export interface Pending extends Waiting {
  composition: Composition;
  /** A call that was waiting beside the one that brought the process down gets a second chance. */
  attempt: number;
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
  /** Starts the process. @param recentEnds how often it ended unasked within the last minute. */
  spawn(recentEnds: number): ChildProcess;
  /** What the process is told first; asked for at every start, so that bundles are not held in memory. */
  load(): Promise<LoadedCode>;
  /** What the process is told of a composition; absent: all of it. */
  view?(composition: Composition): Composition;
  /** A file of the app's `data/`; undefined when the release has none of that name. */
  read(file: string): Promise<{ text: string; sha256: string } | undefined>;
  /** What one call may ask of upstreams. @param limitMs for how long it may wait for them. @param recorded see Reading. */
  questions?(limitMs: number, recorded: boolean): UpstreamQuestions;
  memoryBytes: number;
  timeoutMs: number;
  now: () => number;
  /** Told of what a call threw, or the bundles when they were loaded, with its stack; bounded. */
  onError?(
    type: RenderCall | 'load',
    error: { message: string; stack?: string; route?: string },
  ): string | undefined;
}

/** One running process: loaded, until it ends. */
export interface Session {
  pid: number;
  inFlight(): number;
  send(call: Pending, settled: () => void): void;
  kill(reason: string): void;
}

/** Of the processor: on a busy machine loading takes longer, and not more of it. */
const LOAD_CPU_MS = 10_000;
/** Past which it waits for something that never comes. */
const LOAD_TIMEOUT_MS = 60_000;
/** Outstanding questions of a process; its script asks no more. */
const MAX_READS = 4;
/** Handed to a process for the calls that are with it, in bytes. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
/** Outstanding questions of a process for upstreams, and the size of one; its script asks no more. */
const MAX_UPSTREAMS = 8;
const MAX_QUESTION_BYTES = 128 * 1024;
/** Answers of upstreams that a process has not taken yet, in bytes, and what each counts besides its text. */
const MAX_UNTAKEN_BYTES = 64 * 1024 * 1024;
const REPLY_BYTES = 1_000;
/** Of the time limit of a call: a slow upstream ends before it, and the process with what renders beside goes on. */
const SHARE_FOR_UPSTREAMS = 0.75;
/** Compositions that a process is told of; the oldest is forgotten. */
const MAX_COMPOSITIONS = 12;
const MAX_STDERR = 2_000;
const NOBODY = {
  ok: false,
  code: upstreamErrors.TIMEOUT.code,
  message: 'The rendering that asked is over',
} as const;

/**
 * @param recentEnds see SessionOptions.spawn.
 * @param ended told of every end, with the calls that were not answered.
 * @returns the session once the bundles are loaded. @throws GW_RENDER_LOAD
 */
export function openSession(
  options: SessionOptions,
  recentEnds: number,
  ended: (reason: string, unfinished: Pending[]) => void,
): Promise<Session> {
  const running = new RunningChild(options, recentEnds, ended);
  running.listen();
  return running.loading.promise;
}

interface InFlight {
  call: Pending;
  timer: NodeJS.Timeout;
  questions: UpstreamQuestions | undefined;
  /** Ends its questions. */
  late: NodeJS.Timeout | undefined;
  settled: () => void;
}

class RunningChild implements Session {
  readonly loading = Promise.withResolvers<Session>();
  readonly options: SessionOptions;
  readonly ended: (reason: string, unfinished: Pending[]) => void;
  readonly child: ChildProcess;
  readonly calls = new Map<number, InFlight>();
  readonly told = new Set<string>();
  readonly parts = createPageParts();
  readonly loadTimer: NodeJS.Timeout;
  watchTimer: NodeJS.Timeout | undefined;
  nextId = 1;
  reads = 0;
  upstreams = 0;
  readBytes = 0;
  untakenBytes = 0;
  loaded = false;
  over = false;
  /** Since when a call is with it; it is being loaded at first. */
  askedSince: number | undefined;
  askedMs = 0;
  stderr = '';

  constructor(options: SessionOptions, recentEnds: number, ended: RunningChild['ended']) {
    this.options = options;
    this.ended = ended;
    this.child = options.spawn(recentEnds);
    this.askedSince = options.now();
    const late = () => this.kill(`not loaded within ${LOAD_TIMEOUT_MS} ms`);
    this.loadTimer = setTimeout(late, LOAD_TIMEOUT_MS);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  listen(): void {
    const { child } = this;
    const takeFrames = createFrameReader((frame) => this.take(frame));
    (child.stdio[ANSWERS_FD] as Readable).on('data', (chunk: Buffer) => {
      try {
        if (!this.over) takeFrames(chunk);
      } catch (error) {
        this.kill((error as Error).message);
      }
    });
    child.on('error', (error) => this.kill(error.message));
    child.on('exit', (code, signal) => this.kill(`the process ended (${signal ?? `code ${code}`})`));
    child.stderr?.on('data', (chunk: Buffer) => {
      if (this.stderr.length < MAX_STDERR) this.stderr = (this.stderr + chunk).slice(0, MAX_STDERR);
    });
    this.watch();
    this.options.load().then(
      (code) => this.load(code),
      (error: Error) => this.kill(error.message),
    );
  }

  load({ app, shell, own }: LoadedCode): void {
    const { stdin } = this.child;
    stdin?.on('error', () => {}); // it has ended: its `exit` says so
    stdin?.write(shell.code);
    stdin?.end(own?.code);
    const message: LoadMessage = { id: 0, type: 'load', app, shell: headOf(shell) };
    this.post(own ? { ...message, own: headOf(own) } : message);
  }

  watch(): void {
    if (this.pid === 0) return;
    const look = createChildWatch({
      pid: this.pid,
      memoryBytes: this.options.memoryBytes,
      askedMs: () =>
        this.askedMs + (this.askedSince === undefined ? 0 : this.options.now() - this.askedSince),
      mostCpuMs: () => (this.loaded ? undefined : LOAD_CPU_MS),
      end: (reason) => this.kill(reason),
    });
    this.watchTimer = setInterval(look, WATCH_INTERVAL_MS).unref();
  }

  inFlight(): number {
    return this.calls.size;
  }

  send(call: Pending, settled: () => void): void {
    const { timeoutMs } = this.options;
    const id = this.nextId++;
    const timer = setTimeout(() => {
      clearTimeout(this.calls.get(id)?.late);
      this.calls.delete(id);
      call.reject(gatewayErrors.RENDER_TIMEOUT({ what: call.type, limit: timeoutMs }));
      this.kill(`${call.type} took longer than ${timeoutMs} ms`);
    }, timeoutMs);
    const limitMs = timeoutMs * SHARE_FOR_UPSTREAMS;
    const questions = this.options.questions?.(limitMs, call.reading?.recorded ?? false);
    const late = questions && setTimeout(questions.end, limitMs);
    this.calls.set(id, { call, timer, questions, late, settled });
    this.askedSince ??= this.options.now();
    this.tell(call.composition);
    this.post({ id, type: call.type, composition: call.composition.id, request: call.request });
  }

  /** The process learns of a composition before the first call that names it. */
  tell(composition: Composition): void {
    if (this.told.has(composition.id)) return;
    const told = this.options.view?.(composition) ?? composition;
    this.post({ id: 0, type: 'compose', composition: told });
    this.told.add(composition.id);
    const [oldest] = this.told;
    if (this.told.size <= MAX_COMPOSITIONS || oldest === undefined) return;
    this.told.delete(oldest);
    this.post({ type: 'forget', composition: oldest });
  }

  take(frame: AnswerFrame): void {
    const message = parseChildMessage(frame.head);
    if (message.type === 'read') return void this.answerRead(message.id, message.file);
    if (message.asked) return void this.answerUpstream(message.id, message.asked, frame.headBytes);
    if (!this.loaded && message.id === 0) return this.takeLoaded(message);
    const entry = this.calls.get(message.id);
    if (!entry) {
      // An answer to what was told; only a failure matters.
      if (message.id === 0 && message.error) this.kill(message.error.message);
      return;
    }
    this.calls.delete(message.id);
    clearTimeout(entry.timer);
    clearTimeout(entry.late);
    if (this.calls.size === 0) this.rest();
    const { carried = runs, request } = entry.call;
    const { routeId: route } = request as { routeId?: string };
    const onError: typeof this.options.onError = (type, error) =>
      this.options.onError?.(type, { ...error, ...(route !== undefined && { route }) });
    const { parts } = this;
    carried(() => settleCall(entry.call, message, frame, { parts, questions: entry.questions, onError }));
    entry.settled();
  }

  takeLoaded({ error }: ChildMessage): void {
    if (error) {
      this.options.onError?.('load', error);
      return this.kill(error.message);
    }
    this.loaded = true;
    this.rest();
    clearTimeout(this.loadTimer);
    this.loading.resolve(this);
  }

  /** From now on nothing is asked of it. */
  rest(): void {
    this.readBytes = 0;
    this.askedMs += this.options.now() - (this.askedSince ?? this.options.now());
    this.askedSince = undefined;
  }

  async answerRead(id: number, file: string): Promise<void> {
    if (++this.reads > MAX_READS) return this.kill('it asked for more files at once than it may');
    const found = await this.options.read(file).catch(() => undefined);
    this.reads--;
    this.readBytes += found?.text.length ?? 0;
    if (this.readBytes > MAX_READ_BYTES) return this.kill('it read more than a page may');
    this.post({ id, type: 'read', ...found } satisfies ReadAnswer);
  }

  /** The call decides what it may know: one that is over may know nothing. */
  async answerUpstream(
    id: number,
    { call, question }: NonNullable<ChildMessage['asked']>,
    bytes: number,
  ): Promise<void> {
    if (bytes > MAX_QUESTION_BYTES) return this.kill('it asked an upstream at too great a length');
    if (++this.upstreams > MAX_UPSTREAMS) return this.kill('it asked more of upstreams at once than it may');
    const asking = this.calls.get(call);
    const { carried = runs } = asking?.call ?? {};
    const reply = (await carried(() => asking?.questions?.reply(question))) ?? NOBODY;
    this.upstreams--;
    const size = REPLY_BYTES + (reply.ok ? reply.text.length : 0);
    this.untakenBytes += size;
    if (this.untakenBytes > MAX_UNTAKEN_BYTES) return this.kill('it asked upstreams for more than it takes');
    const taken = (): void => void (this.untakenBytes -= size);
    this.post({ ...reply, id, type: 'upstream' } satisfies UpstreamAnswered, taken);
  }

  /** A dead child's channel is closed: its `exit` says so; sending must not throw before. */
  post(message: object, taken = (): void => {}): void {
    if (this.child.connected) this.child.send(message, taken);
  }

  kill(reason: string): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.loadTimer);
    clearInterval(this.watchTimer);
    this.child.kill('SIGKILL');
    const unfinished = [...this.calls.values()].map(({ call, timer, late }) => {
      clearTimeout(timer);
      clearTimeout(late);
      return call;
    });
    this.calls.clear();
    const said = this.stderr ? `${reason}: ${firstError(this.stderr)}` : reason;
    if (this.loaded) this.ended(reason, unfinished);
    else this.loading.reject(gatewayErrors.RENDER_LOAD({ reason: said }));
  }
}

const runs = <Result>(work: () => Result): Result => work();

function headOf({ filename, code }: StoredBundle): BundleHead {
  return { filename, bytes: code.length };
}

function firstError(text: string): string {
  const lines = text.split('\n');
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? '').trim();
}
