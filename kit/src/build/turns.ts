/** Work that is done one after the other, once something is ready; of each kind only the newest that waits. */
export interface Turns {
  /** @returns resolves when it is done, or failed. */
  run(step: () => Promise<void>): Promise<void>;
  /** As `run`, instead of what waits under this key. */
  runNewest(key: string, step: () => Promise<void>): Promise<void>;
}

/** @param ready what all of it waits for. @param onFailure told of what a step throws */
export function createTurns(ready: Promise<unknown>, onFailure: (cause: unknown) => void): Turns {
  const waiting = new Map<string, () => Promise<void>>();
  let last = ready;

  const run = (step: () => Promise<void>): Promise<void> => {
    const done = last.then(step).catch(onFailure);
    last = done;
    return done;
  };
  return {
    run,
    runNewest(key, step) {
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
