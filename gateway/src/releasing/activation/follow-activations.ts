export interface FollowOptions {
  /** Compares with the store, and catches up. */
  look(): Promise<void>;
  /** Calls back when another gateway may have activated something. @returns ends it. */
  listen(onActivation: () => void): { close(): Promise<void> };
  /** How often it looks without being told, in milliseconds: a notification that is lost costs this much time. */
  pollMs: number;
  /** Once when looking begins to fail, not for every look. */
  onFailing(error: unknown): void;
}

/** Follows what the other gateways on the database activate. */
export function followActivations({ look, listen, pollMs, onFailing }: FollowOptions): {
  close(): Promise<void>;
} {
  let again = false;
  let running: Promise<void> | undefined;
  let failing = false;
  const closing = new AbortController();

  const run = async (): Promise<void> => {
    do {
      again = false;
      try {
        await look();
        failing = false;
      } catch (error) {
        if (!failing && !closing.signal.aborted) onFailing(error);
        failing = true;
      }
    } while (again && !closing.signal.aborted);
    running = undefined;
  };
  /** What arrives while it looks may be newer than what it saw: it looks once more. */
  const wake = (): void => {
    if (closing.signal.aborted) return;
    again = true;
    running ??= run();
  };
  const feed = listen(wake);
  const timer = setInterval(wake, pollMs).unref();
  return {
    async close() {
      closing.abort();
      clearInterval(timer);
      await feed.close();
      await running;
    },
  };
}
