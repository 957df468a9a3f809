import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import { type CallLimits, createChildWatch, LOOK_MS } from './child-watch.ts';
import { createFrameReader, type MessageFrame } from './message-frames.ts';
import { PassingMap } from './passing-map.ts';
import { readUsage, type Usage } from './process-usage.ts';
import { every as repeat } from './timers.ts';

/** A call of a child. */
export interface ChildCall {
  limits: CallLimits;
  /** Called with the answer, unless the call is overdue. */
  answered(answer: ChildAnswer, frame: MessageFrame): void;
  /**
   * Called when there is no answer after `limits.waitMs`. The process goes on, and its answer is dropped.
   * @param loop resolves with the stack of a loop, once the process is ended for it; undefined: it is in none.
   */
  overdue?(loop: Promise<string | undefined>): void;
  /** @returns milliseconds since the call was sent that do not count towards `limits.waitMs`; absent: none. */
  excusedMs?(): number;
}

/** A child's answer to a call: not trusted, and its texts are cut. */
export interface ChildAnswer {
  result: unknown;
  /** `limit`: the call passed a limit of a call, as the script of the child says. */
  error?: { message: string; stack?: string; limit?: true };
}

/**
 * `limit`: it exceeded a limit or broke the protocol. `itself`: its code ended it. `machine`: it was ended from
 * outside or could not be started, independent of its code.
 */
export type EndedBy = 'limit' | 'itself' | 'machine';

export interface ChildEnd {
  reason: string;
  by: EndedBy;
  /** The first error that it wrote to the standard error; '' for none. */
  stderr: string;
  /** The stack of the code that ran, when it worked for too long. As of code: not trusted. */
  stack?: string;
}

export interface Unanswered<Call> {
  call: Call;
  /** It has failed already. */
  isOverdue: boolean;
}

export interface SupervisedChildOptions<Call extends ChildCall> {
  child: ChildProcess;
  /** Anonymous memory that ends it, in bytes: see `Usage`. */
  anonymousBytes: number;
  /** Longest part of a message, in bytes; absent: that of message-frames.ts. */
  partBytes?: number;
  /**
   * Receives a message that answers no call in progress.
   * @throws when the message is not part of the protocol; the child is ended.
   */
  received?(id: number, frame: MessageFrame): void;
  /** Called once. @param unfinished calls without an answer, in their order. */
  ended(end: ChildEnd, unfinished: Unanswered<Call>[]): void;
  /** Milliseconds of a clock that is never set; replaced by tests, as the next two. */
  now?: () => number;
  every?: typeof repeat;
  read?: typeof readUsage;
}

/** File descriptor on which a child writes its messages; the same as in sandbox.ts. */
const MESSAGES_FD = 4;
const STDERR_LENGTH = 2_000;
const MESSAGE_LENGTH = 2_000;
const STACK_LENGTH = 8_000;
/** Exit code of a shell for SIGABRT, with which V8 ends when its heap is full. */
const HEAP_FULL = 134;
/** Signals of a machine that has no memory left, or of its operator. */
const FROM_OUTSIDE: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);
/** An overdue call counts as work of the process for this time, in milliseconds: its code cannot be stopped. */
const OVERDUE_WORK_MS = MINUTE_MS;

/** What Node writes for SIGINT (`--trace-sigint`), followed by the frames. */
const INTERRUPTED = 'KEYBOARD_INTERRUPT:';
const FRAME = /^ +at /;
/** A busy machine takes a while to run it. */
const INTERRUPT_MS = 2_000;

interface InProgress<Call> extends Unanswered<Call> {
  timer: NodeJS.Timeout | undefined;
  loop: PromiseWithResolvers<string | undefined>;
}

/** A child process with calls by id and their limits. All its messages are untrusted. */
export class SupervisedChild<Call extends ChildCall> {
  readonly #options: SupervisedChildOptions<Call>;
  #calls = new PassingMap<number, InProgress<Call>>();
  readonly #watch: ReturnType<typeof createChildWatch>;
  readonly #stopLooking: () => void;
  #lastId = -1;
  #stderr = '';
  /** The end of the standard error since it is interrupted; undefined before. */
  #interrupted: string | undefined;
  #hasEnded = false;

  constructor(options: SupervisedChildOptions<Call>) {
    this.#options = options;
    const { child, anonymousBytes, partBytes, every = repeat, now = () => performance.now() } = options;
    this.#watch = createChildWatch({ anonymousBytes, now });
    const takeChunk = createFrameReader((frame) => this.#take(frame), partBytes);
    (child.stdio[MESSAGES_FD] as Readable).on('data', (chunk: Buffer) => {
      try {
        if (!this.#hasEnded) takeChunk(chunk);
      } catch (error) {
        this.end((error as Error).message, 'limit');
      }
    });
    child.on('error', (error) => this.end(error.message));
    child.on('exit', (code, signal) => {
      if (this.#interrupted !== undefined) return; // its standard error follows
      if (signal === 'SIGABRT' || code === HEAP_FULL)
        return this.end('it used more memory than it may', 'limit');
      const by = FROM_OUTSIDE.has(signal) ? 'machine' : 'itself';
      this.end(`the process ended (${signal ?? `code ${code}`})`, by);
    });
    child.stdin?.on('error', () => {}); // it has ended: its `exit` says so
    child.stderr?.on('data', (chunk: Buffer) => {
      if (this.#stderr.length < STDERR_LENGTH) this.#stderr = (this.#stderr + chunk).slice(0, STDERR_LENGTH);
      if (this.#interrupted !== undefined)
        this.#interrupted = (this.#interrupted + chunk).slice(-STACK_LENGTH);
    });
    this.#stopLooking = every(LOOK_MS, () => this.#look());
  }

  /** Process id; 0 when it could not be started. */
  get pid(): number {
    return this.#options.child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** @returns the calls without an answer, in their order. */
  unfinished(): Unanswered<Call>[] {
    return this.#calls.values();
  }

  /** Writes the whole standard input of the child. */
  write(sources: (Buffer | undefined)[]): void {
    const { stdin } = this.#options.child;
    for (const source of sources) if (source) stdin?.write(source);
    stdin?.end();
  }

  /** Sends a call. @param message is sent with the id of the call. */
  call(call: Call, message: object): void {
    const { waitMs } = call.limits;
    const id = ++this.#lastId;
    const timer = waitMs === undefined ? undefined : setTimeout(() => this.#becomeOverdue(id), waitMs);
    if (this.#calls.size === 0) this.#watch.isBusy(true);
    this.#calls.add(id, { call, isOverdue: false, timer, loop: Promise.withResolvers() });
    this.post({ ...message, id });
  }

  /** @returns the call without an answer that has this id. */
  find(id: number): Call | undefined {
    return this.#calls.get(id)?.call;
  }

  /** Sends a message that is no call. @param taken called when the child has received it. */
  post(message: object, taken?: () => void): void {
    const { child } = this.#options;
    // The channel of a dead child is closed, and its `exit` follows.
    if (child.connected) child.send(message, taken);
  }

  /** Ends the process, unless it has ended. */
  end(reason: string, by: EndedBy = 'machine'): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopLooking();
    this.#options.child.kill('SIGKILL');
    const unfinished = this.#calls.values();
    for (const { timer } of unfinished) clearTimeout(timer);
    this.#calls = new PassingMap();
    const stack = stackOf(this.#interrupted ?? '');
    const end = { reason, by, stderr: firstError(this.#stderr), ...(stack !== undefined && { stack }) };
    this.#options.ended(end, unfinished);
    for (const { loop } of unfinished) loop.resolve(stack);
  }

  /** Ends the process when it has written the stack of the code that runs. */
  #interrupt(reason: string): void {
    if (this.#interrupted !== undefined) return;
    this.#interrupted = '';
    const { child } = this.#options;
    const end = (): void => {
      clearTimeout(timer);
      this.end(reason, 'limit');
    };
    const timer = setTimeout(end, INTERRUPT_MS);
    child.once('close', end);
    child.kill('SIGINT');
  }

  #take(frame: MessageFrame): void {
    const { id, type, ok, result, error } = (frame.head ?? {}) as Record<string, unknown>;
    if (typeof id !== 'number') throw new Error('it sent a message without an id');
    this.#watch.heard();
    const sent = type === undefined ? this.#calls.get(id) : undefined;
    if (!sent) return this.#options.received?.(id, frame);
    this.#forget(id);
    if (sent.isOverdue) return;
    sent.call.answered(ok === true ? { result } : { result: undefined, error: errorOf(error) }, frame);
  }

  #becomeOverdue(id: number, addedMs = 0): void {
    const sent = this.#calls.get(id);
    if (!sent) return;
    const excusedMs = sent.call.excusedMs?.() ?? 0;
    if (excusedMs > addedMs) {
      sent.timer = setTimeout(() => this.#becomeOverdue(id, excusedMs), excusedMs - addedMs);
      return;
    }
    sent.isOverdue = true;
    sent.timer = setTimeout(() => this.#forget(id), OVERDUE_WORK_MS).unref();
    if (!this.#watch.isWorking(this.#usage(), sent.call.limits.waitMs!)) sent.loop.resolve(undefined);
    sent.call.overdue?.(sent.loop.promise);
  }

  #forget(id: number): void {
    const sent = this.#calls.get(id);
    clearTimeout(sent?.timer);
    sent?.loop.resolve(undefined);
    this.#calls.delete(id);
    if (this.#calls.size === 0) this.#watch.isBusy(false);
  }

  #usage(): Usage | undefined {
    return (this.#options.read ?? readUsage)(this.pid);
  }

  #look(): void {
    const usage = this.#usage();
    const calls = this.#calls.values().map(({ call }) => call.limits);
    const fault = this.#watch.look(usage, calls);
    if (fault?.isWorking) this.#interrupt(fault.reason);
    else if (fault) this.end(fault.reason, 'limit');
  }
}

/** @returns the error of an answer, its texts cut. */
export function errorOf(error: unknown): NonNullable<ChildAnswer['error']> {
  const { message, stack, limit } = (error ?? {}) as { message?: unknown; stack?: unknown; limit?: unknown };
  return {
    message: typeof message === 'string' ? message.slice(0, MESSAGE_LENGTH) : 'it failed without saying why',
    ...(typeof stack === 'string' && { stack: stack.slice(0, STACK_LENGTH) }),
    ...(limit === true && { limit }),
  };
}

function stackOf(text: string): string | undefined {
  const at = text.lastIndexOf(INTERRUPTED);
  const frames =
    at < 0
      ? []
      : text
          .slice(at)
          .split('\n')
          .filter((line) => FRAME.test(line));
  return frames.length === 0 ? undefined : frames.join('\n');
}

function firstError(text: string): string {
  const lines = text.split('\n');
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? '').trim();
}
