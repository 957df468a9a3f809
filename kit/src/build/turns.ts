/**
 * Runs steps one after the other after a promise has resolved. Of each kind only the newest waiting step runs.
 * @param ready awaited by all steps. @param onFailure called with the error of a step
 */
export function createTurns(ready: Promise<unknown>, onFailure: (cause: unknown) => void) {
  const waiting = new Map<string, () => Promise<void>>();
  let last = ready;

  /** @returns resolves when the step has ended or failed. */
  const run = (step: () => Promise<void>): Promise<void> => {
    const done = last.then(step).catch(onFailure);
    last = done;
    return done;
  };
  return {
    run,
    /** As `run`, and replaces the step that waits under this key. */
    runNewest(key: string, step: () => Promise<void>): Promise<void> {
      waiting.delete(key);
      waiting.set(key, step);
      return run(async () => {
        const [first] = waiting;
        if (!first) return; // replaced
        waiting.delete(first[0]);
        await first[1]();
      });
    },
  };
}
