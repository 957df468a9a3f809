import { createTimeWindow } from './time-window.ts';

/** Ends with an exit code that come sooner than this after a start are refusals to start: a setting is wrong. ms */
const REFUSED_WITHIN_MS = 3_000;
const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 5;

/**
 * Decides whether a process that ended is started again: not when it refused to start, and not for ever.
 * @param now ms
 */
export function createRestarts(now: () => number) {
  const ends = createTimeWindow(WINDOW_MS, now);
  let since = 0;
  return {
    started: (): void => void (since = now()),
    /** @param code it ended with; null = by a signal. @returns whether starting it again may help. */
    allowed(code: number | null): boolean {
      const recent = ends.add();
      const refused = code !== null && now() - since < REFUSED_WITHIN_MS;
      return !refused && recent <= MOST_IN_WINDOW;
    },
  };
}
