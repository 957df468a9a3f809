/** Ends with an exit code that come sooner than this after a start are refusals to start: a setting is wrong. ms */
const REFUSED_WITHIN_MS = 3_000;
const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 5;

export interface Restarts {
  started(): void;
  /** @param code it ended with; null = by a signal. @returns whether starting it again may help. */
  allowed(code: number | null): boolean;
}

/**
 * Decides whether a process that ended is started again: not when it refused to start, and not for ever.
 * @param now ms
 */
export function createRestarts(now: () => number): Restarts {
  const ends: number[] = [];
  let since = 0;
  return {
    started: () => (since = now()),
    allowed(code) {
      const ended = now();
      while (ends[0] !== undefined && ends[0] <= ended - WINDOW_MS) ends.shift();
      ends.push(ended);
      const refused = code !== null && ended - since < REFUSED_WITHIN_MS;
      return !refused && ends.length <= MOST_IN_WINDOW;
    },
  };
}
