import { createCoalescingRunner } from '../../platform/processes/one-at-a-time.ts';

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
  let failing = false;
  let closing = false;
  const runner = createCoalescingRunner(async () => {
    try {
      await look();
      failing = false;
    } catch (error) {
      if (!failing && !closing) onFailing(error);
      failing = true;
    }
  });
  // An activation that arrives during a look may be newer than the look: it is looked at once more.
  const wake = (): void => void runner.run();
  const feed = listen(wake);
  const timer = setInterval(wake, pollMs).unref();
  return {
    async close() {
      closing = true;
      clearInterval(timer);
      await feed.close();
      await runner.close();
    },
  };
}
