export interface LookoutOptions {
  /** @returns how much there is to tell of. */
  look(): Promise<number>;
  /** Calls back again and again. @returns ends it. */
  every(callback: () => void): () => void;
  /** There is something to tell of. */
  found(): void;
  failed(error: unknown): void;
}

/**
 * Looks again and again; one look at a time, however long it takes.
 * @returns ends it: resolves when a look that is under way is over, since what it reads is closed next.
 */
export function startLookout({ look, every, found, failed }: LookoutOptions): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const stop = every(() => {
    looking ??= look()
      .then((told) => {
        if (told > 0) found();
      }, failed)
      .finally(() => (looking = undefined));
  });
  return async () => {
    stop();
    await looking;
  };
}
