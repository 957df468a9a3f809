import type { ProcessorTime } from './process-usage.ts';

/** The question to a process, and its answer. */
const SIGN = 'alive';

/** Interval of the questions, in milliseconds. */
export const ASK_MS = 5_000;
/** Number of consecutive questions without an answer after which a process counts as hung. */
const MOST_UNANSWERED = 6;
/** Processor time without an answer that shows a hang on the busiest machine, in milliseconds. */
const MOST_RAN_MS = 3_000;

interface SignsOfLifeOptions {
  /** Interval of the questions, in milliseconds. */
  askMs: number;
  /** Of the process; undefined: not known. */
  processorTime(): ProcessorTime | undefined;
}

/**
 * Decides whether a process hangs: its thread has answered no question for half a minute. Questions are counted, not
 * time, so that a machine that was suspended ends no process. A thread that waits for a processor does not hang.
 */
export function createSignsOfLife({ askMs, processorTime }: SignsOfLifeOptions) {
  let unanswered = 0;
  /** At the first unanswered question. */
  let before: ProcessorTime | undefined;
  /** A process that has not answered yet may be of a version that never answers. */
  let hasAnswered = false;
  const isStarved = (): boolean => {
    const time = processorTime();
    if (!before || !time) return false;
    const waited = time.waited - before.waited;
    return time.ran - before.ran < MOST_RAN_MS && waited > (unanswered * askMs) / 2;
  };
  return {
    /** To be called with each message of the process. */
    heard(message: unknown): void {
      if (message !== SIGN) return;
      hasAnswered = true;
      unanswered = 0;
    },
    /** To be called every `askMs`. @param ask sends the question. @returns whether the process hangs. */
    look(ask: (question: string) => void): boolean {
      if (hasAnswered && unanswered >= MOST_UNANSWERED && !isStarved()) return true;
      if (unanswered === 0) before = processorTime();
      unanswered++;
      ask(SIGN);
      return false;
    },
  };
}

/** Answers the questions of the parent process, if there is one. */
export function giveSignsOfLife(): void {
  process.on('message', (message) => {
    // The parent may end meanwhile.
    if (message === SIGN) process.send?.(SIGN, () => {});
  });
  // The channel keeps no process running.
  process.channel?.unref();
}
