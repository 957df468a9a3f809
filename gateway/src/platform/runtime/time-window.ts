/** Counts events within a sliding time window. */
export interface TimeWindow {
  /** Notes that it happens now. @returns how often it did within the window, this time included. */
  add(): number;
  /** @returns how often it happened within the window. */
  count(): number;
  /** @returns ms until the oldest one within the window is forgotten. */
  endsInMs(): number;
}

/** @param windowMs how long something counts. @param now ms since the epoch. */
export function createTimeWindow(windowMs: number, now: () => number): TimeWindow {
  const times: number[] = [];
  const count = (): number => {
    const since = now() - windowMs;
    while (times[0] !== undefined && times[0] <= since) times.shift();
    return times.length;
  };
  return {
    count,
    add: () => (times.push(now()), count()),
    endsInMs: () => (times[0] ?? now()) + windowMs - now(),
  };
}
