import { parseLatest } from '@voltframe/kit/contract/release/build-marker';

/** Interval of the poll for a newer build; also the delay of its first check (docs/behaviour.md 8.4). */
const BUILD_POLL_INTERVAL_MS = 3_600_000;

export interface BuildPollPorts {
  /** Id of this page's composition. */
  composition: string;
  fetch: typeof fetch;
  /** ms since the epoch. */
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
}

/** Notices that another composition is live (docs/behaviour.md 8.4). */
export interface BuildPoll {
  /** Checks for the first time in an hour, then hourly until a different build is seen. */
  start(): void;
  /** Checks immediately. @returns whether this page is outdated. Never rejects. */
  check(): Promise<boolean>;
  isOutdated(): boolean;
  /**
   * The server no longer has this page's build: from now on any live build counts as newer. Checks immediately; never
   * rejects.
   */
  forget(): Promise<boolean>;
}

export function createBuildPoll({ composition, fetch, now, setTimeout }: BuildPollPorts): BuildPoll {
  let outdated = false;
  let own: string | undefined = composition;

  async function check(): Promise<boolean> {
    try {
      const response = await fetch(`/builds/latest.json?${now()}`, { cache: 'no-store', priority: 'low' });
      const latest = parseLatest(response.ok ? await response.json() : undefined);
      // Different, not newer: a rollback counts too.
      if (latest.ok) outdated ||= latest.value.id !== own;
    } catch {
      // Offline, or no JSON: the next check is already planned.
    }
    return outdated;
  }

  function plan(): void {
    setTimeout(() => {
      if (outdated) return;
      plan();
      void check();
    }, BUILD_POLL_INTERVAL_MS);
  }

  function forget(): Promise<boolean> {
    own = undefined;
    return check();
  }

  return { start: plan, check, isOutdated: () => outdated, forget };
}
