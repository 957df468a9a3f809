import { MINUTE_MS } from '@voltframe/kit/contract/units';
import { createTimeWindow } from './time-window.ts';

/** An exit with a code sooner than this after a start is a refusal to start: a setting is wrong. In milliseconds. */
const REFUSED_WITHIN_MS = 3_000;
const WINDOW_MS = MINUTE_MS;
const MOST_IN_WINDOW = 5;

/**
 * Decides whether a process that ended is restarted: not after a refusal to start, and not without limit.
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
