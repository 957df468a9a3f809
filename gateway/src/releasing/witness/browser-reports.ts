import { createHmac, randomBytes } from 'node:crypto';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import type { ReleaseKey } from '../../platform/database/release-rows.ts';
import {
  createAttemptLimit,
  createNetworkLimit,
  visitorNetwork,
} from '../../platform/runtime/attempt-limit.ts';

/** A report of a browser: the code of an app failed on a page of a composition that is or was live. */
export interface Report {
  composition: Pick<Composition, 'apps'>;
  app: string;
  kind: 'hydration' | 'chunk';
}

export interface BrowserReportsOptions {
  live(): Composition | undefined;
  /** @returns when the app's live release became live, milliseconds since the epoch. */
  liveSince(app: string, digest: string): Promise<number | undefined>;
  /**
   * Called when enough browsers blame a release, which the witness then replays.
   * @param blamed the live release of the failed app, or of its shell. @param reported the app that failed.
   */
  onSuspicion(blamed: ReleaseKey, reported: string, reason: string): void;
  /** Called for every report that counts. */
  onReport(kind: Report['kind']): void;
  /**
   * The number of reports within a minute, and of networks they come from, after which the gateway checks a release.
   * `reports: 0`: never.
   */
  threshold: { reports: number; addresses: number };
  /** Milliseconds since the epoch. */
  now: () => number;
}

interface Counted {
  /** Milliseconds since the epoch. */
  at: number;
  sender: string;
  kind: Report['kind'];
}

const WINDOW_MS = 60_000;
/** A release that has worked for longer than this is not the cause of new failures. */
const RECENT_MS = 24 * 3_600_000;
const PER_ADDRESS = 10;
const IN_TOTAL = 600;
const MAX_COUNTED = 500;
const ALL = 'all';

/** Counts reports of failures in memory. Of a sender only a keyed hash of its network is stored, for a minute. */
export function createBrowserReports(options: BrowserReportsOptions) {
  const { live, liveSince, onSuspicion, onReport, threshold, now } = options;
  const hashKey = randomBytes(32);
  const hashed = (network: string): string =>
    createHmac('sha256', hashKey).update(network).digest('base64url');
  const perAddress = createNetworkLimit({ most: PER_ADDRESS, windowMs: WINDOW_MS, now, keyOf: hashed });
  const inTotal = createAttemptLimit({ most: IN_TOTAL, windowMs: WINDOW_MS, now });
  const counted = new Map<string, Counted[]>();

  /** @returns the live release of the app, when the reporting page had it in the same shell. */
  const releaseOf = ({ composition: { apps }, app }: Report): string | undefined => {
    const current = live()?.apps;
    if (!current || !Object.hasOwn(current, app)) return undefined;
    return apps[app] === current[app] && apps[SHELL] === current[SHELL] ? current[app] : undefined;
  };

  const count = (digest: string, entry: Counted): Counted[] => {
    const releases = Object.values(live()?.apps ?? {});
    for (const key of counted.keys()) if (!releases.includes(key)) counted.delete(key);
    const recent = (counted.get(digest) ?? []).filter(({ at }) => at > now() - WINDOW_MS);
    const entries = [...recent, entry].slice(-MAX_COUNTED);
    counted.set(digest, entries);
    return entries;
  };

  const isTooMuch = (entries: Counted[]): boolean =>
    threshold.reports > 0 &&
    entries.length >= threshold.reports &&
    new Set(entries.map(({ sender }) => sender)).size >= threshold.addresses;

  /** The app when its release is young, else the shell when its release is young. */
  const blamedFor = async (reported: string): Promise<ReleaseKey | undefined> => {
    for (const app of new Set([reported, SHELL])) {
      const digest = live()?.apps[app];
      const since = digest && (await liveSince(app, digest));
      if (digest && since && since > now() - RECENT_MS) return { app, digest };
    }
    return undefined;
  };

  return {
    /** @returns false when this sender, or all of them together, sent too many. */
    async take(report: Report, address: string): Promise<boolean> {
      const sender = hashed(visitorNetwork(address));
      if (!perAddress.take(address) || !inTotal.take(ALL)) return false;
      const digest = releaseOf(report);
      if (digest === undefined) return true;
      onReport(report.kind);
      const entries = count(digest, { at: now(), sender, kind: report.kind });
      const blamed = isTooMuch(entries) ? await blamedFor(report.app) : undefined;
      if (blamed) onSuspicion(blamed, report.app, reasonOf(report.app, entries));
      return true;
    },
  };
}

function reasonOf(app: string, entries: Counted[]): string {
  const kinds = (['hydration', 'chunk'] as const)
    .map((kind) => ({ kind, times: entries.filter((entry) => entry.kind === kind).length }))
    .filter(({ times }) => times > 0)
    .map(({ kind, times }) => `${times} × ${kind}`);
  const browsers = new Set(entries.map(({ sender }) => sender)).size;
  return `${browsers === 1 ? 'one browser' : `${browsers} browsers`} reported failures of ${app} within a minute: ${kinds.join(', ')}`;
}
