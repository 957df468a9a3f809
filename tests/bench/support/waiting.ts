import { setTimeout as sleep } from 'node:timers/promises';

/** @param isSo gets the number of the check; a failed check counts as false. @returns whether it was true in time */
export async function within(
  limitMs: number,
  isSo: (check: number) => Promise<boolean> | boolean,
  everyMs = 100,
): Promise<boolean> {
  const end = performance.now() + limitMs;
  for (let check = 1; performance.now() < end; check++) {
    const isNow = await Promise.resolve(check)
      .then(isSo)
      .catch(() => false);
    if (isNow) return true;
    await sleep(everyMs);
  }
  return false;
}

/** Waits for a condition. The limit only ends a hanging wait. @returns the duration, ms. @throws Error with `what` */
export async function until(
  what: string,
  isSo: (check: number) => Promise<boolean> | boolean,
  { limitMs = 300_000, everyMs = 100 } = {},
): Promise<number> {
  const started = performance.now();
  if (!(await within(limitMs, isSo, everyMs))) throw new Error(`${what}: not within ${limitMs / 1_000} s`);
  return performance.now() - started;
}
