/** The question to a process, and its answer. */
const SIGN = 'alive';

/** Interval of the questions, in milliseconds. */
export const ASK_MS = 5_000;
/** Number of consecutive questions without an answer after which a process counts as hung. */
const MOST_UNANSWERED = 6;

/**
 * Decides whether a process hangs: its thread has answered no question for half a minute. Questions are counted, not
 * time, so that a machine that was suspended ends no process.
 */
export function createSignsOfLife() {
  let unanswered = 0;
  /** A process that has not answered yet may be of a version that never answers. */
  let hasAnswered = false;
  return {
    /** To be called with each message of the process. */
    heard(message: unknown): void {
      if (message !== SIGN) return;
      hasAnswered = true;
      unanswered = 0;
    },
    /** To be called every `ASK_MS`. @param ask sends the question. @returns whether the process hangs. */
    look(ask: (question: string) => void): boolean {
      if (hasAnswered && unanswered >= MOST_UNANSWERED) return true;
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
