import { parseLatest } from '@voltframe/kit/contract/release/build-marker';

/** Interval of the poll for a newer build; also the delay of its first check (docs/behaviour.md 8.4). */
const BUILD_POLL_INTERVAL_MS = 3_600_000;

interface BuildPollPorts {
  /** Id of this page's composition. */
  composition: string;
  fetch: typeof fetch;
  /** Called once, when a different build is seen. */
  onOutdated(): void;
  /** ms since the epoch. */
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
}

export type BuildPoll = ReturnType<typeof createBuildPoll>;

/** Notices that another composition is live (docs/behaviour.md 8.4). */
export function createBuildPoll({ composition, fetch, onOutdated, now, setTimeout }: BuildPollPorts) {
  let outdated = false;
  let own: string | undefined = composition;

  /** Checks immediately. @returns whether this page is outdated. Never rejects. */
  async function check(): Promise<boolean> {
    try {
      const response = await fetch(`/builds/latest.json?${now()}`, { cache: 'no-store', priority: 'low' });
      const latest = parseLatest(response.ok ? await response.json() : undefined);
      // Different, not newer: a rollback counts too.
      if (latest.ok && !outdated && latest.value.id !== own) {
        outdated = true;
        onOutdated();
      }
    } catch {
      // Offline, or no JSON: the next check is already planned.
    }
    return outdated;
  }

  /** Checks for the first time in an hour, then hourly until a different build is seen. */
  function start(): void {
    setTimeout(() => {
      if (outdated) return;
      start();
      void check();
    }, BUILD_POLL_INTERVAL_MS);
  }

  return {
    start,
    check,
    isOutdated: () => outdated,
    /** The server no longer has this page's build: from now on any live build counts as newer. */
    forget(): Promise<boolean> {
      own = undefined;
      return check();
    },
  };
}
