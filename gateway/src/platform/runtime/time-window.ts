/** Counts events within a sliding time window. */
export interface TimeWindow {
  /** @returns the number of events within the window. */
  count: () => number;
  /** Counts an event now. @returns the number of events within the window, this one included. */
  add: () => number;
  /** @returns ms until the oldest event leaves the window. */
  endsInMs: () => number;
}

/**
 * @param windowMs length of the window.
 * @param now ms since the epoch.
 */
export function createTimeWindow(windowMs: number, now: () => number): TimeWindow {
  const times: number[] = [];
  const count = (): number => {
    const since = now() - windowMs;
    while (times[0] !== undefined && times[0] <= since) times.shift();
    return times.length;
  };
  return {
    count,
    add: (): number => (times.push(now()), count()),
    endsInMs: (): number => (times[0] ?? now()) + windowMs - now(),
  };
}
