export type TimeWindow = ReturnType<typeof createTimeWindow>;

/**
 * Counts events within a sliding time window.
 * @param windowMs how long something counts. @param now ms since the epoch.
 */
export function createTimeWindow(windowMs: number, now: () => number) {
  const times: number[] = [];
  const count = (): number => {
    const since = now() - windowMs;
    while (times[0] !== undefined && times[0] <= since) times.shift();
    return times.length;
  };
  return {
    /** @returns how often it happened within the window. */
    count,
    /** Notes that it happens now. @returns how often it did within the window, this time included. */
    add: (): number => (times.push(now()), count()),
    /** @returns ms until the oldest one within the window is forgotten. */
    endsInMs: (): number => (times[0] ?? now()) + windowMs - now(),
  };
}
