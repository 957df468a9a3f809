import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { AppFigures, LastDeploy, SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import { identityText } from '@voltframe/kit/contract/release/identity';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { DatabaseWatch } from '../../platform/database/database-watch.ts';
import type { HistoryStore } from '../history/history-store.ts';
import { liveEntry } from '../events/events.ts';
import type { Count, Metrics } from './metrics.ts';

export interface SiteFiguresOptions {
  live(): { composition: Composition; releases: Record<string, Release> } | undefined;
  telemetry: Pick<Metrics, 'counted'>;
  state: Pick<HistoryStore, 'history'>;
  database: Pick<DatabaseWatch, 'within'>;
  /** Name of this gateway, and the number of all that serve the site. */
  gateway: string;
  gateways(): number;
  /** Whether the figures contain commit and team of a release. */
  named: boolean;
  /** ms since the epoch. */
  now: () => number;
}

/** The longest wait for the database, in ms. */
const LONGEST_MS = 2_000;
/** Most entries of the history that are searched for the last deploy. */
const MAX_ENTRIES = 200;
/** Health checks and browser reports do not count as readers. */
const NO_READERS = 'platform';

/**
 * The public figures of the site (docs/behaviour.md 8.10), made of the counters of `/-/metrics` and of the history.
 * @returns computes them. Undefined before the first activation. Does not reject when the database is away.
 */
export function createSiteFigures(options: SiteFiguresOptions): () => Promise<SiteFigures> | undefined {
  const since = options.now();
  return () => {
    const live = options.live();
    return live && computed(options, live, since);
  };
}

async function computed(
  { telemetry, state, database, gateway, gateways, named, now }: SiteFiguresOptions,
  { composition, releases }: NonNullable<ReturnType<SiteFiguresOptions['live']>>,
  since: number,
): Promise<SiteFigures> {
  const shown = Object.values(releases).toSorted(
    (a, b) => Number(b.app === SHELL) - Number(a.app === SHELL) || (a.app < b.app ? -1 : 1),
  );
  // Without the database the counts are still known, because they are in memory.
  const stored = await database
    .within(LONGEST_MS, async () => ({
      entries: await Promise.all(shown.map(({ app, digest }) => liveEntry(state, app, digest))),
      history: await state.history({ limit: MAX_ENTRIES }),
    }))
    .catch(() => undefined);
  const byReaders = ({ labels }: Count) => labels['kind'] !== NO_READERS;
  const requests = (await telemetry.counted('requests_total')).filter(byReaders);
  const bytes = (await telemetry.counted('sent_bytes_total')).filter(byReaders);
  const ofReleases = await telemetry.counted('release_requests_total');
  const deploy = stored && lastDeploy(stored.history, composition.apps, ofReleases);
  return {
    at: now(),
    composition: composition.id,
    apps: shown.map((release, index) => {
      const entry = stored?.entries[index];
      return { ...appFigures(release, entry), ...(named && entry && namesOf(entry)) };
    }),
    counted: {
      since,
      gateway,
      gateways: gateways(),
      requests: sumOf(requests),
      bytes: sumOf(bytes),
      failed: sumOf(requests.filter(isFailed)),
      apps: Object.fromEntries(
        shown.map(({ app, digest }) => {
          const answered = ofReleases.filter(({ labels }) => isOf(labels, app, digest));
          return [app, { requests: sumOf(answered), failed: sumOf(answered.filter(isFailed)) }];
        }),
      ),
    },
    ...(deploy && { deploy }),
  };
}

function appFigures({ app, digest, files, islands }: Release, entry: HistoryEntry | undefined): AppFigures {
  const scripts = Object.keys(files).filter((file) => /^client\/.*\.js$/.test(file));
  return {
    app,
    release: digest.slice(0, 12),
    islands: Object.keys(islands),
    ...(entry && { activatedAt: entry.at }),
    scriptBytes: scripts.reduce((sum, file) => sum + (files[`${file}.br`] ?? files[file]!).bytes, 0),
  };
}

/** Nothing else of an identity: its author is a person, and its message, branch and address are the team's. */
function namesOf({ identity = {} }: HistoryEntry): Pick<AppFigures, 'commit' | 'team'> {
  const { commit, team } = identity;
  return {
    ...(commit !== undefined && { commit: identityText({ commit }) }),
    ...(team !== undefined && { team }),
  };
}

/** @param history newest first. @param live digests by app. @param ofReleases the requests by app and release. */
function lastDeploy(
  history: readonly HistoryEntry[],
  live: Readonly<Record<string, string>>,
  ofReleases: readonly Count[],
): LastDeploy | undefined {
  const isDeploy = ({ action, app, to }: HistoryEntry): boolean =>
    action === 'activate' && app !== null && to !== null;
  const newest = history.find(isDeploy);
  if (!newest) return undefined;
  const step = history.filter(
    (entry) =>
      isDeploy(entry) &&
      (entry === newest || (entry.at === newest.at && entry.composition === newest.composition)),
  );
  const counts = ofReleases.filter(({ labels }) => step.some(({ app, to }) => isOf(labels, app!, to!)));
  return {
    at: newest.at,
    apps: step.map(({ app }) => app!).toSorted(),
    stands: step.every(({ app, to }) => live[app!] === to),
    requests: sumOf(counts),
    failed: sumOf(counts.filter(isFailed)),
  };
}

function isOf(labels: Count['labels'], app: string, digest: string): boolean {
  return labels['app'] === app && labels['release'] === digest.slice(0, 12);
}

function isFailed({ labels }: Count): boolean {
  return labels['status'] === '5xx';
}

function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { value }) => sum + value, 0);
}
