/** A clock that tests move; `advance` runs the timers that are due. */
export function fakeClock(start = 1_000_000) {
  let time = start;
  let next = 1;
  const timers = new Map<number, { at: number; callback: () => void }>();
  return {
    now: () => time,
    setTimeout(callback: () => void, ms: number): number {
      timers.set(next, { at: time + ms, callback });
      return next++;
    },
    clearTimeout(id: number): void {
      timers.delete(id);
    },
    pending: () => timers.size,
    /** Promises settle after each timer. @param ms time to move the clock by */
    async advance(ms: number): Promise<void> {
      const end = time + ms;
      await settle();
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)[0];
        if (!due) break;
        const [id, { at, callback }] = due;
        timers.delete(id);
        time = Math.max(time, at);
        callback();
        await settle();
      }
      time = end;
    },
  };
}

/** Runs the code that only waits for settled promises. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 12; i++) await Promise.resolve();
}
