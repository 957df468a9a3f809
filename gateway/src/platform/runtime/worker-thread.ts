import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { Tinypool } from 'tinypool';
import { createMutex } from './one-at-a-time.ts';
import { after as callLater } from './timers.ts';

interface WorkerThreadOptions {
  /** Absolute path of the module. */
  module: string;
  /** Name under which the module exports the function. */
  name: string;
  /** Limit of the heap, in megabytes. */
  memoryMb?: number;
  /** Most waiting calls; a further call fails immediately. Default: any number. */
  mostWaiting?: number;
  limit?: {
    /**
     * Longest time of one call, in milliseconds. Of a call that does not block, only time counts in which this process
     * has a processor, so that a busy machine fails no call; at most {@link MOST_LIMITS} times as long altogether.
     */
    ms: number;
    /** Message of the error of a call that exceeds it. */
    reason: string;
    /**
     * True: the call may block in the operating system, so the thread cannot be ended. Calls fail at once until it
     * returns. False: the thread is ended, and the next call starts another.
     */
    blocks: boolean;
    /** Calls back after a time in milliseconds. @returns cancels the callback. */
    after?(ms: number, callback: () => void): () => void;
    /** @returns processor time of this process, in milliseconds. */
    ran?(): number;
  };
}

/** An idle thread ends after this time: it takes ten megabytes, and most gateways need it at the start only. */
const IDLE_MS = 10_000;
const MOST_LIMITS = 10;

/** Of all threads: at least the time of the thread of the call. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Runs one function of a module in a thread, one call at a time in the order of the calls. The thread starts at the
 * first call and ends when it is idle.
 */
export function createWorkerThread<Task, Result>({
  module,
  name,
  memoryMb,
  mostWaiting = Number.POSITIVE_INFINITY,
  limit,
}: WorkerThreadOptions) {
  const pool = new Tinypool({
    filename: module,
    name,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    env: compileCache(),
    ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
  });
  const oneAtATime = createMutex();
  let unusable: string | undefined;
  let calls = 0;
  /** Fails the current call. */
  let fail = (_: Error): void => {};
  pool.on('error', (error: Error) => fail(error)); // of a thread without a task: its module does not load
  const call = async (task: Task, transferList: ArrayBuffer[]): Promise<Result> => {
    if (unusable !== undefined) throw new Error(unusable);
    const failed = Promise.withResolvers<never>();
    fail = failed.reject;
    const aborter = new AbortController();
    const { after = callLater, ran = processorMs } = limit ?? {};
    const began = ran();
    let turns = 1;
    let cancel = limit && after(limit.ms, late);
    function late(): void {
      const { ms, blocks, reason } = limit!;
      const left = ms - (ran() - began);
      if (!blocks && left > 0 && turns++ < MOST_LIMITS) {
        cancel = after(ms, late);
        return;
      }
      failed.reject(new Error(reason));
      if (blocks) unusable ??= reason;
      else aborter.abort();
    }
    const done = pool.run(task, { transferList, signal: aborter.signal }) as Promise<Result>;
    if (limit?.blocks)
      done.finally(() => unusable === limit.reason && (unusable = undefined)).catch(() => {});
    try {
      return await Promise.race([done, failed.promise]);
    } finally {
      cancel?.();
    }
  };
  return {
    /**
     * @param transfer memory of the task that the thread takes over in place of a copy.
     * @throws the error of the function; an Error when the call exceeds the time limit, too many calls wait or the
     *   thread ends.
     */
    async run(task: Task, transfer: ArrayBuffer[] = []): Promise<Result> {
      if (calls > mostWaiting) throw new Error(`${mostWaiting} calls wait already`);
      calls++;
      try {
        return await oneAtATime(() => call(task, transfer));
      } finally {
        calls--;
      }
    },
    /** Ends the thread. The current call and all later calls fail. */
    end(): void {
      unusable = 'the thread has ended';
      fail(new Error(unusable));
      void pool.destroy();
    },
  };
}

/**
 * @returns the variable with which the thread reads compiled code from the cache of this process, where there is one.
 *   Without it, a thread whose module is TypeScript takes three times as long to start.
 */
function compileCache(): Record<string, string> {
  // The cache of one version of Node is a folder inside the folder that the variable names.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
