import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { gatewayErrors } from '../errors.ts';
import { createTimeWindow } from '../limits/time-window.ts';
import { createFrameReader } from './answer-frames.ts';
import { ANSWERS_FD, type ChildLimits, residentBytes, spawnRenderChild } from './child-process.ts';
import type { ChildMessage, LoadMessage, ReadAnswer, RenderCall, RenderCalls } from './protocol.ts';

export interface RenderProcessOptions {
  /** Absolute path of the script that runs in the process. */
  script: string;
  /** What the process is told first; asked for at every start, so that bundles are not held in memory. */
  load(): Promise<Omit<LoadMessage, 'id' | 'type'>>;
  /** Answers the process's questions for data files; a file that is not of this composition is undefined. */
  read(app: string, file: string): Promise<{ text: string; sha256: string } | undefined>;
  limits: ChildLimits & { timeoutMs: number };
  /** Told of every end that was not asked for, with the number of ends within the last minute. */
  onCrash?(reason: string, recent: number): void;
  now: () => number;
}

/** A composition's render process: started at first need, started again after a crash, ended by `close`. */
export interface RenderProcess {
  call<C extends RenderCall>(type: C, request: RenderCalls[C]['request']): Promise<RenderCalls[C]['result']>;
  /** Starts it if it is not running. @throws what the bundles threw when they were evaluated. */
  start(): Promise<void>;
  close(): void;
}

interface Pending {
  type: RenderCall;
  request: unknown;
  /** A call that was waiting beside the one that brought the process down gets a second chance. */
  attempt: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const LOAD_TIMEOUT_MS = 15_000;
const MEMORY_CHECK_MS = 500;
const CRASH_WINDOW_MS = 60_000;
/** At most this many calls are with the process; the rest wait here, so that one endless loop takes few with it. */
const MAX_IN_FLIGHT = 8;

export function createRenderProcess(options: RenderProcessOptions): RenderProcess {
  const queue: Pending[] = [];
  const crashes = createTimeWindow(CRASH_WINDOW_MS, options.now);
  let session: Promise<Session> | undefined;
  let closed = false;

  const ended = (reason: string, unfinished: Pending[]) => {
    session = undefined;
    if (closed) return unfinished.forEach((call) => call.reject(gatewayErrors.RENDER_ENDED({ reason })));
    const recent = crashes.add();
    options.onCrash?.(reason, recent);
    for (const call of unfinished) {
      if (call.attempt > 1) call.reject(gatewayErrors.RENDER_ENDED({ reason }));
      else queue.unshift({ ...call, attempt: call.attempt + 1 });
    }
    if (queue.length > 0) void pump();
  };

  const start = async (): Promise<Session> => {
    if (closed) throw gatewayErrors.RENDER_ENDED({ reason: 'closed' });
    session ??= openSession(options, ended);
    const opening = session;
    try {
      return await opening;
    } catch (error) {
      if (session === opening) session = undefined;
      throw error;
    }
  };

  const pump = async (): Promise<void> => {
    try {
      const running = await start();
      while (queue.length > 0 && running.inFlight() < MAX_IN_FLIGHT)
        running.send(queue.shift()!, () => void pump());
    } catch (error) {
      for (const call of queue.splice(0)) call.reject(error as Error);
    }
  };

  return {
    call: (type, request) =>
      new Promise((resolve, reject) => {
        queue.push({ type, request, attempt: 1, resolve: resolve, reject });
        void pump();
      }),
    start: async () => void (await start()),
    close() {
      closed = true;
      void session?.then((running) => running.kill('closed')).catch(() => {});
      for (const call of queue.splice(0)) call.reject(gatewayErrors.RENDER_ENDED({ reason: 'closed' }));
    },
  };
}

/** One running child. */
interface Session {
  inFlight(): number;
  send(call: Pending, settled: () => void): void;
  kill(reason: string): void;
}

function openSession(
  options: RenderProcessOptions,
  ended: (reason: string, unfinished: Pending[]) => void,
): Promise<Session> {
  const child = spawnRenderChild(options.script, options.limits);
  const calls = new Map<number, { call: Pending; timer: NodeJS.Timeout; settled: () => void }>();
  const loading = Promise.withResolvers<Session>();
  let nextId = 1;
  let loaded = false;
  let over = false;
  let stderr = '';

  const finish = (reason: string) => {
    if (over) return;
    over = true;
    clearTimeout(loadTimer);
    clearInterval(memoryTimer);
    child.kill('SIGKILL');
    const unfinished = [...calls.values()].map(({ call, timer }) => (clearTimeout(timer), call));
    calls.clear();
    if (!loaded)
      loading.reject(
        gatewayErrors.RENDER_LOAD({ reason: stderr ? `${reason}: ${firstLine(stderr)}` : reason }),
      );
    else ended(reason, unfinished);
  };
  const loadTimer = setTimeout(() => finish(`not loaded within ${LOAD_TIMEOUT_MS} ms`), LOAD_TIMEOUT_MS);
  const memoryTimer = watchMemory(child, options.limits.memoryBytes, finish);

  const session: Session = {
    inFlight: () => calls.size,
    kill: finish,
    send(call, settled) {
      const id = nextId++;
      const timer = setTimeout(() => {
        calls.delete(id);
        call.reject(gatewayErrors.RENDER_TIMEOUT({ what: call.type, limit: options.limits.timeoutMs }));
        finish(`${call.type} took longer than ${options.limits.timeoutMs} ms`);
      }, options.limits.timeoutMs);
      calls.set(id, { call, timer, settled });
      post(child, { id, type: call.type, request: call.request });
    },
  };

  const onMessage = (message: ChildMessage) => {
    if (message.type === 'read') return void answerRead(child, options.read, message);
    if (!loaded) {
      if (!message.ok) return finish(message.error.message);
      loaded = true;
      clearTimeout(loadTimer);
      return loading.resolve(session);
    }
    const entry = calls.get(message.id);
    if (!entry) return;
    calls.delete(message.id);
    clearTimeout(entry.timer);
    if (message.ok) entry.call.resolve(message.result);
    else entry.call.reject(gatewayErrors.RENDER_FAILED({ reason: message.error.message }));
    entry.settled();
  };

  const readFrames = createFrameReader(({ head, html }) => onMessage(withHtml(head as ChildMessage, html)));
  (child.stdio[ANSWERS_FD] as Readable).on('data', (chunk: Buffer) => {
    try {
      if (!over) readFrames(chunk);
    } catch (error) {
      finish((error as Error).message);
    }
  });
  child.on('error', (error) => finish(error.message));
  child.on('exit', (code, signal) => finish(`the process ended (${signal ?? `code ${code}`})`));
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk).slice(0, 2_000)));
  options.load().then(
    (load) => post(child, { id: 0, type: 'load', ...load }),
    (error: Error) => finish(error.message),
  );
  return loading.promise;
}

function withHtml(message: ChildMessage, html: string): ChildMessage {
  if (html === '' || message.type === 'read' || !message.ok) return message;
  return { ...message, result: { ...(message.result as object), html } };
}

async function answerRead(
  child: ChildProcess,
  read: RenderProcessOptions['read'],
  { id, app, file }: { id: number; app: string; file: string },
): Promise<void> {
  const found = await read(app, file).catch(() => undefined);
  const answer: ReadAnswer = { id, type: 'read', ...found };
  post(child, answer);
}

/** A dead child's channel is closed: its `exit` says so; sending must not throw before. */
function post(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => {});
}

/** The system's limit covers what is allocated, not what is resident over time; this covers a slow leak. */
function watchMemory(child: ChildProcess, limit: number, finish: (reason: string) => void): NodeJS.Timeout {
  const check = async () => {
    const bytes = child.pid === undefined ? undefined : await residentBytes(child.pid);
    if (bytes !== undefined && bytes > limit * 1.5) finish(`it used more than ${limit} bytes of memory`);
  };
  return setInterval(() => void check(), MEMORY_CHECK_MS).unref();
}

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => /error/i.test(line))
      ?.trim() ??
    text.split('\n')[0] ??
    ''
  );
}
