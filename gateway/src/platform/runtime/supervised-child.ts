import { type ChildProcess, spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { MB, MINUTE_MS } from '@voltframe/kit/contract/units';
import { createFrameReader, type MessageFrame } from './message-frames.ts';
import { createIdleWorkWatch, readUsage } from './process-usage.ts';
import { every as repeat } from './timers.ts';

/** The memory that Node reserves at its start (code range, heap), which does not count against the limit. */
const NODE_RESERVED_BYTES = 600 * MB;
/** File descriptor on which a child writes its messages; the same as in sandbox.ts. */
const MESSAGES_FD = 4;
const LOWEST_PRIORITY = 19;
/**
 * Added to the OOM score of a child, so that the system ends it before this process; and the highest score (proc(5)).
 */
const OOM_SCORE_ADDED = 500;
const HIGHEST_OOM_SCORE = 1000;
/** Run by the shell before it becomes the child. Without effect where the file is missing or not writable. */
const RAISE_OOM_SCORE = `{ read -r score </proc/self/oom_score_adj &&
  echo $((score + ${OOM_SCORE_ADDED} > ${HIGHEST_OOM_SCORE} ? ${HIGHEST_OOM_SCORE} : score + ${OOM_SCORE_ADDED})) \
  >/proc/self/oom_score_adj; } 2>/dev/null`;
/**
 * The system ends the child when this process has ended (prctl(2), PR_SET_PDEATHSIG): one in an endless loop does not
 * read that its channel is closed. Without util-linux only that ends it.
 */
const BECOME_CHILD = `setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$0" "$@"
exec "$0" "$@"`;

export interface SpawnOptions {
  /** Memory that the code of the script may use, in bytes. */
  memoryBytes: number;
  /** By how much lower its priority is than that of this process (nice(2)). */
  niceness?: number;
  /** Flags of Node in place of those that keep the process small. */
  flags?: string[];
  /** Variables of its environment besides NODE_ENV. */
  env?: Record<string, string>;
}

const CLOSED = [
  '--permission',
  // Disabled because the permission model does not cover it: it opens and writes any file.
  '--no-experimental-sqlite',
  '--disallow-code-generation-from-strings',
  '--v8-pool-size=1',
  '--no-warnings',
];

/**
 * Many of these processes run at the same time. Half of this size saves 10 MB of a busy process and makes its part of
 * a page cost a quarter more; 1 MB with `--optimize-for-size` costs half as much again, because rendering allocates
 * much and each collection copies the other renderings in progress.
 */
const SMALL = ['--max-semi-space-size=16'];

/**
 * Starts Node on a script in a sandbox: read access to its own scripts only, no writing, no network, no child
 * processes, no threads, no add-ons (`--permission`), an empty environment, a heap limit and, where there is a
 * POSIX shell, the operating system's limits on memory (Buffers are outside of V8's heap), files and descriptors. On
 * Linux it ends with this process, and before it when memory is short.
 * @param script absolute path; its imports lie in the same folder.
 * @param readable files or folders that may be read until the script is loaded.
 */
export function spawnClosed(
  script: string,
  readable: readonly string[],
  { memoryBytes, niceness = 0, flags = SMALL, env = {} }: SpawnOptions,
): ChildProcess {
  const nodeArguments = [
    ...flags,
    ...CLOSED,
    ...readable.map((place) => `--allow-fs-read=${place}`),
    `--max-old-space-size=${Math.floor(memoryBytes / MB)}`,
    script,
  ];
  const options = {
    env: { ...env, NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
    cwd: '/',
    // The first descriptor carries the code, the last one messages: message-frames.ts.
    stdio: ['pipe', 'ignore', 'pipe', 'ipc', 'pipe'] as ('ignore' | 'pipe' | 'ipc')[],
    serialization: 'json' as const,
  };
  if (process.platform === 'win32')
    return spawn(process.execPath, nodeArguments, { ...options, cwd: undefined });
  const kilobytes = Math.floor((memoryBytes + NODE_RESERVED_BYTES) / 1024);
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -n 32; ulimit -d ${kilobytes} 2>/dev/null`;
  const command = [RAISE_OOM_SCORE, limits, BECOME_CHILD].join('\n');
  const child = spawn('/bin/sh', ['-c', command, process.execPath, ...nodeArguments], options);
  if (niceness > 0) lowerPriority(child, niceness);
  return child;
}

/** @param by how much lower than that of this process (nice(2)). Has no effect on a process that has ended. */
export function lowerPriority({ pid }: Pick<ChildProcess, 'pid'>, by: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(LOWEST_PRIORITY, getPriority() + by));
  } catch {
    // The process has ended, or the system does not allow the change: its priority stays.
  }
}

/** Limits of one call; an absent limit is none. Passing one ends the process, except `waitMs`. */
export interface CallLimits {
  /** Time until the answer, in milliseconds. */
  ms?: number;
  /** Time until the answer, in milliseconds, after which the call alone fails: see `overdue`. */
  waitMs?: number;
  /** Processor time of the process during the call, in milliseconds. */
  cpuMs?: number;
  /** Time during the call in which the process does nothing, in milliseconds. */
  idleMs?: number;
}

export interface ChildCall {
  /** Name of the call in the reason when it ends the process. */
  name: string;
  limits: CallLimits;
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
}

export interface SupervisedChildOptions<Call extends ChildCall> {
  child: ChildProcess;
  /** Anonymous memory that ends it, in bytes: see `Usage`. */
  anonymousBytes: number;
  /**
   * Processor time since its last message that ends it while calls are with it, in milliseconds; absent: no limit. It
   * holds after the first message: until then the process loads.
   */
  silentCpuMs?: number;
  /** Longest part of a message, in bytes; absent: that of message-frames.ts. */
  partBytes?: number;
  answered(call: Call, answer: ChildAnswer, frame: MessageFrame): void;
  /**
   * Receives a message that answers no call in progress.
   * @throws when the message is not part of the protocol; the child is ended.
   */
  received?(id: number, frame: MessageFrame): void;
  /** Called when a call has no answer after its `waitMs`. The process goes on, and its answer is dropped. */
  overdue?(call: Call): void;
  /** Called once. @param unfinished calls without an answer, overdue ones too, in their order. */
  ended(end: ChildEnd, unfinished: Call[]): void;
  /** Milliseconds of a clock that is never set; replaced by tests, as the next two. */
  now?: () => number;
  every?: typeof repeat;
  read?: typeof readUsage;
}

const LOOK_MS = 500;
const STDERR_LENGTH = 2_000;
const MESSAGE_LENGTH = 2_000;
const STACK_LENGTH = 8_000;
/** Exit code of a shell for SIGABRT, with which V8 ends when its heap is full. */
const HEAP_FULL = 134;
/** Signals of a machine that has no memory left, or of its operator. */
const FROM_OUTSIDE: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * An overdue call counts as work of the process for this time, in milliseconds, because its code cannot be stopped.
 */
const OVERDUE_WORK_MS = MINUTE_MS;

interface InProgress<Call> {
  call: Call;
  timer: NodeJS.Timeout | undefined;
  /** Time at which the call became overdue, in ms of the clock; undefined: it is not overdue. */
  overdueAt?: number;
  cpuAtStart: number;
  idleMs: number;
}

/** A child process with calls by id and their limits. All its messages are untrusted. */
export class SupervisedChild<Call extends ChildCall> {
  readonly #options: SupervisedChildOptions<Call>;
  readonly #now: () => number;
  readonly #calls = new Map<number, InProgress<Call>>();
  readonly #stopLooking: () => void;
  readonly #worksIdle = createIdleWorkWatch();
  #nextId = 0;
  #ended = false;
  /** Time since which calls are in progress, in ms of the clock; undefined: none is. */
  #callsSince: number | undefined;
  #callsMs = 0;
  #cpuMs: number | undefined;
  /** Processor time at its last message, in milliseconds. */
  #cpuAtMessage = 0;
  #sentMessage = false;
  #hasLoaded = false;
  #stderr = '';

  constructor(options: SupervisedChildOptions<Call>) {
    this.#options = options;
    const { child, partBytes, every = repeat, now = () => performance.now() } = options;
    this.#now = now;
    const takeChunk = createFrameReader((frame) => this.#take(frame), partBytes);
    (child.stdio[MESSAGES_FD] as Readable).on('data', (chunk: Buffer) => {
      try {
        if (!this.#ended) takeChunk(chunk);
      } catch (error) {
        this.end((error as Error).message, 'limit');
      }
    });
    child.on('error', (error) => this.end(error.message));
    child.on('exit', (code, signal) => {
      if (signal === 'SIGABRT' || code === HEAP_FULL) this.end('it used more memory than it may', 'limit');
      else
        this.end(
          `the process ended (${signal ?? `code ${code}`})`,
          FROM_OUTSIDE.has(signal) ? 'machine' : 'itself',
        );
    });
    child.stdin?.on('error', () => {}); // it has ended: its `exit` says so
    child.stderr?.on('data', (chunk: Buffer) => {
      if (this.#stderr.length < STDERR_LENGTH) this.#stderr = (this.#stderr + chunk).slice(0, STDERR_LENGTH);
    });
    this.#stopLooking = every(LOOK_MS, () => this.#look());
  }

  /** Process id; 0 when it could not be started. */
  get pid(): number {
    return this.#options.child.pid ?? 0;
  }

  /** Number of calls that are not overdue. */
  get inProgress(): number {
    let count = 0;
    for (const { overdueAt } of this.#calls.values()) if (overdueAt === undefined) count++;
    return count;
  }

  /** @returns the calls without an answer, overdue ones too. */
  unfinished(): Call[] {
    return Array.from(this.#calls.values(), ({ call }) => call);
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Writes the whole standard input of the child. */
  write(sources: (Buffer | undefined)[]): void {
    const { stdin } = this.#options.child;
    for (const source of sources) if (source) stdin?.write(source);
    stdin?.end();
  }

  /** Sends a call. @param message is sent with the id of the call. */
  call(call: Call, message: object): number {
    const { ms, waitMs, cpuMs } = call.limits;
    const id = this.#nextId++;
    const late = (): void =>
      waitMs === undefined
        ? this.end(`${call.name} took longer than ${ms} ms`, 'limit')
        : this.#becomeOverdue(id);
    const time = waitMs ?? ms;
    // Work that begins now is measured from now.
    if (this.#calls.size === 0) this.#sentMessage = true;
    this.#calls.set(id, {
      call,
      timer: time === undefined ? undefined : setTimeout(late, time),
      cpuAtStart: cpuMs === undefined ? 0 : (this.#usage()?.cpuMs ?? 0),
      idleMs: 0,
    });
    this.#callsSince ??= this.#now();
    this.post({ ...message, id });
    return id;
  }

  /** @returns the call in progress with this id. */
  find(id: number): Call | undefined {
    return this.#calls.get(id)?.call;
  }

  /** Sends a message that is no call. @param taken called when the child has received it. */
  post(message: object, taken = (): void => {}): void {
    const { child } = this.#options;
    // The channel of a dead child is closed, and its `exit` follows.
    if (child.connected) child.send(message, taken);
  }

  /** Ends the process, unless it has ended. */
  end(reason: string, by: EndedBy = 'machine'): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopLooking();
    this.#options.child.kill('SIGKILL');
    const unfinished = [...this.#calls.values()].map(({ call, timer }) => {
      clearTimeout(timer);
      return call;
    });
    this.#calls.clear();
    this.#options.ended({ reason, by, stderr: firstError(this.#stderr) }, unfinished);
  }

  #take(frame: MessageFrame): void {
    const { id, type, ok, result, error } = (frame.head ?? {}) as Record<string, unknown>;
    if (typeof id !== 'number') throw new Error('it sent what is no message');
    this.#sentMessage = true;
    this.#hasLoaded = true;
    const entry = type === undefined ? this.#calls.get(id) : undefined;
    if (!entry) return this.#options.received?.(id, frame);
    this.#forget(id, entry);
    if (entry.overdueAt !== undefined) return;
    const answer = ok === true ? { result } : { result: undefined, error: errorOf(error) };
    this.#options.answered(entry.call, answer, frame);
  }

  #becomeOverdue(id: number): void {
    const entry = this.#calls.get(id);
    if (!entry) return;
    entry.overdueAt = this.#now();
    this.#options.overdue?.(entry.call);
  }

  #forget(id: number, { timer }: InProgress<Call>): void {
    this.#calls.delete(id);
    clearTimeout(timer);
    if (this.#calls.size > 0) return;
    this.#callsMs = this.#timeOfCalls();
    this.#callsSince = undefined;
  }

  #usage() {
    return (this.#options.read ?? readUsage)(this.pid);
  }

  /** Total time with calls in progress, in ms. */
  #timeOfCalls(): number {
    return this.#callsMs + (this.#callsSince === undefined ? 0 : this.#now() - this.#callsSince);
  }

  /** Enforces the limits that the system cannot enforce. */
  #look(): void {
    const { anonymousBytes, silentCpuMs = Infinity } = this.#options;
    const usage = this.#usage();
    for (const [id, entry] of this.#calls)
      if (entry.overdueAt !== undefined && this.#now() - entry.overdueAt > OVERDUE_WORK_MS)
        this.#forget(id, entry);
    if (usage && usage.memory > anonymousBytes)
      return this.end(`it used more than ${anonymousBytes} bytes of memory`, 'limit');
    if (this.#sentMessage || !this.#hasLoaded || this.#calls.size === 0)
      this.#cpuAtMessage = usage?.cpuMs ?? this.#cpuAtMessage;
    this.#sentMessage = false;
    if (usage && usage.cpuMs - this.#cpuAtMessage > silentCpuMs)
      return this.end(`it used ${silentCpuMs} ms of the processor without an answer`, 'limit');
    const isIdle = usage === undefined || usage.cpuMs === this.#cpuMs;
    this.#cpuMs = usage?.cpuMs;
    for (const entry of this.#calls.values()) {
      const { name, limits } = entry.call;
      const { cpuMs = Infinity, idleMs = Infinity } = limits;
      if (isIdle) entry.idleMs += LOOK_MS;
      if (usage && usage.cpuMs - entry.cpuAtStart > cpuMs)
        return this.end(`it used more than ${cpuMs} ms of the processor (${name})`, 'limit');
      if (entry.idleMs > idleMs) return this.end('it waits without end', 'limit');
    }
    if (usage && this.#worksIdle(usage.cpuMs, this.#timeOfCalls()))
      this.end('it went on working while nothing was asked of it', 'limit');
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

function firstError(text: string): string {
  const lines = text.split('\n');
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? '').trim();
}
