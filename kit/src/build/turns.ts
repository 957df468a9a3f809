/**
 * Runs steps one after the other, once something is ready; of each kind only the newest that waits.
 * @param ready what all steps wait for. @param onFailure told of what a step throws
 */
export function createTurns(ready: Promise<unknown>, onFailure: (cause: unknown) => void) {
  const waiting = new Map<string, () => Promise<void>>();
  let last = ready;

  /** @returns resolves when the step is done, or failed. */
  const run = (step: () => Promise<void>): Promise<void> => {
    const done = last.then(step).catch(onFailure);
    last = done;
    return done;
  };
  return {
    run,
    /** As `run`, instead of the step that waits under this key. */
    runNewest(key: string, step: () => Promise<void>): Promise<void> {
      waiting.delete(key);
      waiting.set(key, step);
      return run(async () => {
        const [first] = waiting;
        if (!first) return; // overtaken
        waiting.delete(first[0]);
        await first[1]();
      });
    },
  };
}
