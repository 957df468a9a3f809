import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Suspicion } from '../admission/confirm-failure.ts';
import { visitorNetwork } from '../../platform/limits/visitor-network.ts';
import { createAttemptLimit } from '../../platform/limits/attempt-limit.ts';

/** What a browser tells: the code of an app failed on a page of a composition. */
export interface Report {
  composition: string;
  app: string;
  kind: 'hydration' | 'chunk';
}

export interface ReportsOptions {
  live(): Composition | undefined;
  /** A composition that is or was live; undefined for any other. */
  find(id: string): Promise<Composition | undefined>;
  /** When the app's live release became so, ms since the epoch. */
  liveSince(app: string, digest: string): Promise<number | undefined>;
  /** See `confirmFailure`. */
  confirm(suspicion: Suspicion): Promise<string[]>;
  /** Told of every look. @param found what the gateway itself saw; empty: nothing. */
  onSuspicion(suspicion: Suspicion, reason: string, found: string[]): void;
  /** Takes the app from this release back to its last good one. Absent: nothing goes back by itself. */
  goBack?(app: string, digest: string, reason: string): Promise<void>;
  /** Called for every report that counts. */
  onReport?: (kind: Report['kind']) => void;
  threshold: ReportThreshold;
  /** Key for the hashes of addresses; new at every start. */
  hashKey: Uint8Array;
  now: () => number;
}

/** So many reports, from so many networks within a minute, and the gateway looks for itself. `reports: 0` = never. */
export interface ReportThreshold {
  reports: number;
  addresses: number;
}

/** Reports of failures, counted in memory; kept of a sender is a keyed hash of the network, for a minute. */
export interface Reports {
  /** @returns false when this sender, or all of them together, sent too many. */
  take(report: Report, address: string): Promise<boolean>;
}

interface Counted {
  at: number;
  sender: string;
  kind: Report['kind'];
}

const WINDOW_MS = 60_000;
/** A release that worked for longer than this is not what broke now. */
const RECENT_MS = 24 * 3_600_000;
/** A look reads files and renders pages: whoever sends reports must not have it done at will. */
const LOOK_AGAIN_MS = 10 * 60_000;
const PER_ADDRESS = 10;
const IN_TOTAL = 600;
const MAX_COUNTED = 500;
const ALL = 'all';

export function createReports(options: ReportsOptions): Reports {
  const { live, threshold, now } = options;
  const perAddress = createAttemptLimit({ most: PER_ADDRESS, windowMs: WINDOW_MS, now });
  const inTotal = createAttemptLimit({ most: IN_TOTAL, windowMs: WINDOW_MS, now });
  const counted = new Map<string, Counted[]>();
  const judge = createJudge(options);

  /** Only what is live counts: the same release of the app, in the same shell. */
  const releaseOf = async ({ composition: id, app }: Report): Promise<string | undefined> => {
    const current = live()?.apps;
    if (!current || !Object.hasOwn(current, app)) return undefined;
    if (id === live()?.id) return current[app];
    const { apps = {} } = (await options.find(id)) ?? {};
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

  /** The app itself when its release is new; else the shell, when that is: old code does not break by itself. */
  const accused = async (app: string): Promise<[app: string, digest: string] | undefined> => {
    for (const name of new Set([app, SHELL])) {
      const digest = live()?.apps[name];
      const since = digest && (await options.liveSince(name, digest));
      if (digest && since && since > now() - RECENT_MS) return [name, digest];
    }
    return undefined;
  };

  return {
    async take(report, address) {
      const sender = createHmac('sha256', options.hashKey)
        .update(visitorNetwork(address))
        .digest('base64url');
      if (!perAddress.take(sender) || !inTotal.take(ALL)) return false;
      const digest = await releaseOf(report);
      if (digest === undefined) return true;
      options.onReport?.(report.kind);
      const entries = count(digest, { at: now(), sender, kind: report.kind });
      if (!isTooMuch(entries)) return true;
      const [app, release] = (await accused(report.app)) ?? [];
      if (app === undefined || release === undefined) return true;
      await judge({ app, release, reported: report.app }, reasonOf(report.app, entries));
      return true;
    },
  };
}

/** @returns acts on what the gateway itself confirms; a release goes back once, and is looked at every ten minutes at most. */
function createJudge({ confirm, onSuspicion, goBack, now }: ReportsOptions) {
  const lookedAt = new LRUCache<string, number>({ max: MAX_COUNTED });
  const sentBack = new Set<string>();
  return async (suspicion: Suspicion, reason: string): Promise<void> => {
    const { app, release } = suspicion;
    if (now() - (lookedAt.get(release) ?? -Infinity) < LOOK_AGAIN_MS) return;
    lookedAt.set(release, now());
    const found = await confirm(suspicion);
    onSuspicion(suspicion, reason, found);
    if (found.length === 0 || !goBack || sentBack.has(release)) return;
    sentBack.add(release);
    await goBack(app, release, `${reason}; ${found[0]}`);
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
