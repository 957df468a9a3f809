import { createIdleWorkWatch, type Usage } from './process-usage.ts';

/** Limits of one call; an absent limit is none. */
export interface CallLimits {
  /** Time until the answer, in milliseconds. A call over it fails alone. */
  waitMs?: number;
  /** Processor time of the process without a message while the call is with it, in milliseconds. Over it, it ends. */
  workMs?: number;
  /** Time without a message in which the process does nothing, in milliseconds. Over it, it ends. */
  idleMs?: number;
}

/** Milliseconds between two looks at a process. */
export const LOOK_MS = 500;

export interface ChildWatchOptions {
  /** Anonymous memory that a process may use, in bytes: see `Usage`. */
  anonymousBytes: number;
  /** Milliseconds of a clock that is never set. */
  now: () => number;
}

/**
 * Decides from its usage when a process has to end: the limits that the operating system cannot enforce. Only code that
 * hangs, loops or hoards memory is ended; a process that waits for its upstreams is not.
 */
export function createChildWatch({ anonymousBytes, now }: ChildWatchOptions) {
  const worksBetweenCalls = createIdleWorkWatch();
  /** Since the last message, or since there are calls; in milliseconds. */
  let since = { workMs: 0, idleMs: 0 };
  let wasHeard = true;
  let cpuMs = 0;
  /** Total time with calls until `busySince`, which is undefined while there are none; in milliseconds. */
  let callsMs = 0;
  let busySince: number | undefined;
  const timeOfCalls = (): number => callsMs + (busySince === undefined ? 0 : now() - busySince);

  return {
    /** A message of the process came. */
    heard: () => void (wasHeard = true),
    /** The process has calls from now on, or none. */
    isBusy(busy: boolean): void {
      if (busy && busySince === undefined) wasHeard = true;
      callsMs = timeOfCalls();
      busySince = busy ? now() : undefined;
    },
    /**
     * To be called every `LOOK_MS`.
     * @param usage undefined where the system does not tell it. @param calls limits of the calls with the process.
     * @returns why the process has to end; undefined: it goes on.
     */
    look(usage: Usage | undefined, calls: readonly CallLimits[]): string | undefined {
      const used = usage ? usage.cpuMs - cpuMs : 0;
      cpuMs = usage?.cpuMs ?? cpuMs;
      since = wasHeard
        ? { workMs: 0, idleMs: 0 }
        : { workMs: since.workMs + used, idleMs: since.idleMs + (used === 0 ? LOOK_MS : 0) };
      wasHeard = calls.length === 0;
      const workMs = Math.min(...calls.map((limits) => limits.workMs ?? Infinity));
      const idleMs = Math.min(...calls.map((limits) => limits.idleMs ?? Infinity));
      if (usage && usage.memory > anonymousBytes)
        return `it used more than ${anonymousBytes} bytes of memory`;
      if (since.workMs > workMs) return `it used ${workMs} ms of the processor without an answer`;
      if (since.idleMs > idleMs) return `it did nothing for ${idleMs} ms during a call`;
      if (usage && worksBetweenCalls(usage.cpuMs, timeOfCalls())) return 'it worked without a call';
      return undefined;
    },
  };
}
