export interface LookAgainOptions {
  look(): Promise<void>;
  /** Least time between two looks, in milliseconds, however many ask. */
  spacingMs: number;
  sleep(ms: number): Promise<void>;
  now: () => number;
}

/**
 * Many may miss something at once, and some ask for what never was: one look serves them all.
 * @returns a function that resolves after a look which began after the call.
 */
export function createLookAgain({ look, spacingMs, sleep, now }: LookAgainOptions): () => Promise<void> {
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let lookedAt = -Infinity;
  const begin = async (): Promise<void> => {
    await last;
    // A clock that was set back must not hold anybody.
    const pause = Math.min(lookedAt + spacingMs - now(), spacingMs);
    if (pause > 0) await sleep(pause);
    lookedAt = now();
    next = undefined; // who asks from here on needs another one
    await look();
  };
  return () => {
    if (next) return next;
    next = begin();
    last = next.catch(() => {});
    return next;
  };
}
