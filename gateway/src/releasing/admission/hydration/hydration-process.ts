import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { createFrameReader } from '../../../platform/processes/message-frames.ts';
import { ANSWERS_FD, standBack } from '../../../platform/processes/supervised-child.ts';
import { readUsage } from '../../../platform/processes/watch-child.ts';
import type { ExposesMessage, LoadMessage, PageMessage } from './protocol.ts';

export interface HydrationProcessOptions {
  /** Starts the process. */
  spawn(): ChildProcess;
  load: LoadMessage;
  /** Of the scripts that it names, in their order. */
  sources: Buffer[];
  memoryBytes: number;
  /** Calls back after a time in milliseconds, again and again. @returns ends that. */
  every(ms: number, callback: () => void): () => void;
  /** As readUsage; replaced by tests. */
  read?: typeof readUsage;
}

/** One process that hydrates one document after the other. */
export interface HydrationProcess {
  /** @returns what it says, not yet parsed. @throws an Error that says why it ended. */
  ask(message: Question): Promise<unknown>;
  end(): void;
}

export type Question = Omit<PageMessage, 'id'> | Omit<ExposesMessage, 'id'>;

/** Some notes with their stacks; more is nothing to be parsed. */
const MOST_ANSWER_BYTES = 1024 * 1024;
const LOOK_MS = 250;
/** Of the processor, for a page; what the process takes before it has loaded is ours. */
const CPU_MS = 4_000;
/** Looks at which it did nothing, after which it ends: something in it waits for what never comes. */
const MOST_IDLE_LOOKS = 120;

/** What a shell makes of SIGABRT, with which V8 ends when its heap is full. */
const FULL = 134;
/** Sent by a machine that has no memory left, or by who operates it. */
const OUTSIDE: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);
/** A third of what visitors get of a busy processor; less, and an admission would not come to its end. */
const NICENESS = 5;

/**
 * What ended a process. `limit`: it took too much. `itself`: what runs in it ended it. `machine`: somebody outside did, or it
 * could not be started; that says nothing of a page.
 */
export type EndedBy = 'limit' | 'itself' | 'machine';

export class ProcessEnded extends Error {
  readonly by: EndedBy;

  constructor(reason: string, by: EndedBy) {
    super(reason);
    this.by = by;
  }
}

export function startHydrationProcess(options: HydrationProcessOptions): HydrationProcess {
  const child = options.spawn();
  standBack(child, NICENESS);
  let nextId = options.load.id + 1;
  const loaded = Promise.withResolvers<void>();
  let pending: { id: number; resolve(outcome: unknown): void; reject(error: Error): void } | undefined;
  let over: ProcessEnded | undefined;
  const kill = (reason: string, by: EndedBy = 'machine'): void => {
    if (over) return;
    over = new ProcessEnded(reason, by);
    watch.end();
    child.kill('SIGKILL');
    pending?.reject(over);
    pending = undefined;
  };
  const watch = watchWork(child.pid ?? 0, options, (reason) => {
    if (pending) kill(reason, 'limit');
  });
  const take = createFrameReader(({ head }) => {
    const { id, outcome } = (head ?? {}) as { id?: unknown; outcome?: unknown };
    if (id === options.load.id) loaded.resolve();
    if (id !== pending?.id) return;
    pending?.resolve(outcome);
    pending = undefined;
  }, MOST_ANSWER_BYTES);
  child.stdin?.on('error', () => {}); // it has ended: its `exit` says so
  for (const source of options.sources) child.stdin?.write(source);
  child.stdin?.end();
  child.stderr?.resume();
  (child.stdio[ANSWERS_FD] as Readable).on('data', (chunk: Buffer) => {
    try {
      if (!over) take(chunk);
    } catch (error) {
      kill((error as Error).message, 'limit');
    }
  });
  child.on('error', (error) => kill(error.message));
  child.on('exit', (code, signal) => {
    if (signal === 'SIGABRT' || code === FULL) kill('it uses more memory than there is', 'limit');
    else kill(`its process ended (${signal ?? `code ${code}`})`, OUTSIDE.has(signal) ? 'machine' : 'itself');
  });
  child.send(options.load, () => {});
  return {
    ask(message) {
      return new Promise((resolve, reject) => {
        if (over) return reject(over);
        const id = nextId++;
        pending = { id, resolve, reject };
        void loaded.promise.then(() => {
          watch.restart(CPU_MS);
          child.send({ ...message, id }, () => {});
        });
      });
    },
    end: () => kill('it is not needed any more'),
  };
}

/** Looks at what a process takes of the machine: to load, and from `restart` on for one question. */
function watchWork(
  pid: number,
  { memoryBytes, every, read = readUsage }: Pick<HydrationProcessOptions, 'memoryBytes' | 'every' | 'read'>,
  onTooMuch: (reason: string) => void,
): { restart(mostCpuMs: number): void; end(): void } {
  let idleLooks = 0;
  let cpuAtStart: number | undefined;
  let cpuBefore: number | undefined;
  let mostCpu = Infinity;
  const look = (): void => {
    const usage = read(pid);
    cpuAtStart ??= usage?.cpuMs;
    // On a busy machine it may be long until it is through: that is not to wait.
    if (usage === undefined || usage.cpuMs === cpuBefore) idleLooks++;
    cpuBefore = usage?.cpuMs;
    if (usage && usage.memory > memoryBytes * 2)
      onTooMuch(`it uses more than ${memoryBytes} bytes of memory`);
    else if (usage && usage.cpuMs - (cpuAtStart ?? 0) > mostCpu)
      onTooMuch(`it uses more than ${mostCpu} ms of the processor`);
    else if (idleLooks > MOST_IDLE_LOOKS) onTooMuch('it waits without end');
  };
  return {
    end: every(LOOK_MS, look),
    restart(mostCpuMs) {
      mostCpu = mostCpuMs;
      idleLooks = 0;
      cpuAtStart = undefined;
    },
  };
}
