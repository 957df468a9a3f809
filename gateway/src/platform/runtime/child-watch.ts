import { createIdleWorkWatch, type Usage } from './process-usage.ts';

/** Limits of one call; an absent limit is none. */
export interface CallLimits {
  /** Time until the answer, in milliseconds. A call over it fails alone. */
  waitMs?: number;
  /** Processor time of the process without a message while the call is with it, in milliseconds. Over it, it ends. */
  workMs?: number;
  /** Time without a message in which the process does nothing though it could, in milliseconds. Over it, it ends. */
  idleMs?: number;
}

/** The share of a call's time in which a process works, without a message, when its code may be in a loop. */
const WORKING_SHARE = 0.02;

/** Milliseconds between two looks at a process. */
export const LOOK_MS = 500;

/** Why a process has to end. */
export interface ChildFault {
  reason: string;
  /** Its code runs, and may be in a loop. */
  isWorking: boolean;
}

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
     * @param waitMs of a call without an answer, in milliseconds.
     * @returns whether code of the process may be in a loop; on a busy machine it gets little of the processor.
     */
    isWorking(usage: Usage | undefined, waitMs: number): boolean {
      const used = usage ? usage.cpuMs - cpuMs : 0;
      return (wasHeard ? 0 : since.workMs) + used >= waitMs * WORKING_SHARE;
    },
    /**
     * To be called every `LOOK_MS`.
     * @param usage undefined where the system does not tell it. @param calls limits of the calls with the process.
     * @returns undefined: it goes on.
     */
    look(usage: Usage | undefined, calls: readonly CallLimits[]): ChildFault | undefined {
      const used = usage ? usage.cpuMs - cpuMs : 0;
      // A busy machine may give it no time at all between two looks.
      const isIdle = used === 0 && usage?.isHeldUp !== true;
      cpuMs = usage?.cpuMs ?? cpuMs;
      since = wasHeard
        ? { workMs: 0, idleMs: 0 }
        : { workMs: since.workMs + used, idleMs: since.idleMs + (isIdle ? LOOK_MS : 0) };
      wasHeard = calls.length === 0;
      const workMs = Math.min(...calls.map((limits) => limits.workMs ?? Infinity));
      const idleMs = Math.min(...calls.map((limits) => limits.idleMs ?? Infinity));
      if (usage && usage.memory > anonymousBytes)
        return { reason: `it used more than ${anonymousBytes} bytes of memory`, isWorking: false };
      if (since.workMs > workMs)
        return { reason: `it used ${workMs} ms of the processor without an answer`, isWorking: true };
      if (since.idleMs > idleMs)
        return { reason: `it did nothing for ${idleMs} ms during a call`, isWorking: false };
      if (usage && worksBetweenCalls(usage.cpuMs, timeOfCalls()))
        return { reason: 'it worked without a call', isWorking: true };
      return undefined;
    },
  };
}
