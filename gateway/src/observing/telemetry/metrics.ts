import type { Blame } from '@voltframe/kit/contract/operations/replay';
import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { BROWSER_ERROR_KINDS } from '@voltframe/kit/contract/reports/view-report';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { OutboxDepth } from '../../platform/outbox/outbox-store.ts';
import { upstreamErrors } from '../../platform/upstream-errors.ts';
import { GATEWAY_VERSION } from '../../platform/version.ts';

/**
 * Bounds of durations, in seconds. Those of releases are few, since each is a series for every release that is shown.
 */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CALL_SECONDS = SECONDS.filter((bound) => bound >= 0.005 && bound <= 5);
const RELEASE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Values of a label that are known before the first event: named, or those of the live composition and its upstreams. */
type Known = readonly string[] | 'live';
const STATUSES = ['2xx', '3xx', '4xx', '5xx'];
const SEEN_KINDS = ['page', 'payload', 'island'];
const FAILURE_KINDS = ['page', 'stale', 'island', 'ahead', 'code'];
const CACHES = { cache: ['document', 'rendering'], result: ['hit', 'miss'] };
const BLAMES: Blame[] = ['release', 'input', 'gone', 'untried'];
const { RATE, BUSY, UNREACHABLE, ANSWER, TIMEOUT } = upstreamErrors;

/**
 * Every counter and histogram of `/-/metrics`, without the prefix `voltframe_`: its help and its labels, and of a
 * histogram the bounds. To add a metric, add a row here and call `count` or `time` where it happens. The values of each
 * label have to be bounded; `app` and `release` are bounded by `createMetrics`. A counter is 0 before its first event
 * for each combination of the values that are known: Prometheus sees no increase from a series that was not there.
 */
const COUNTERS = {
  requests_total: [
    'Answered requests of the site.',
    { kind: [...SEEN_KINDS, 'asset'], app: 'live', status: STATUSES },
  ],
  cache_lookups_total: ['Lookups in the caches.', CACHES],
  render_process_ends_total: ['Render processes that ended unasked.', {}],
  failed_sign_ins_total: [
    'Calls of the operations port without a token that works.',
    { by: ['api', 'page'] },
  ],
  admissions_total: [
    'Verdicts on releases.',
    { verdict: ['activated', 'unchanged', 'held', 'refused', 'waiting'] },
  ],
  browser_reports_total: ['Failures that browsers reported.', { kind: BROWSER_ERROR_KINDS }],
  replays_total: ['Replays of failures of live releases, and who is to blame.', { blame: BLAMES }],
  failures_total: ['Failures that visitors noticed, by cause.', { app: 'live', kind: FAILURE_KINDS }],
  listed_failures_total: [
    'Pages that the site lists, answered with the error screen: no visitor can invent one.',
    { app: 'live' },
  ],
  upstream_calls_total: [
    'Calls of upstreams, with all their attempts.',
    {
      upstream: 'live',
      outcome: ['ok', ...[RATE, BUSY, UNREACHABLE, ANSWER, TIMEOUT].map(({ code }) => code)],
    },
  ],
  upstream_stale_total: [
    'Times that the last good answer of an upstream that fails was used.',
    { upstream: 'live' },
  ],
  release_requests_total: [
    'Pages, payloads and islands answered.',
    { app: 'live', release: 'live', kind: SEEN_KINDS, status: STATUSES },
  ],
  release_sent_bytes_total: [
    'Bodies of pages, payloads and islands, as sent.',
    { app: 'live', release: 'live', kind: SEEN_KINDS },
  ],
  release_cache_lookups_total: ['Lookups in the caches.', { app: 'live', release: 'live', ...CACHES }],
  release_failures_total: [
    'Failures that visitors noticed, by cause.',
    { app: 'live', release: 'live', kind: FAILURE_KINDS },
  ],
} as const satisfies Record<string, readonly [help: string, labels: Readonly<Record<string, Known>>]>;

const HISTOGRAMS = {
  request_duration_seconds: [
    'Time until the answer was sent, without answers from memory.',
    ['kind', 'app'],
    SECONDS,
  ],
  render_duration_seconds: ['Calls of render processes.', ['call', 'outcome'], SECONDS],
  upstream_call_duration_seconds: [
    'Calls of upstreams, with all their attempts.',
    ['upstream'],
    CALL_SECONDS,
  ],
  release_render_duration_seconds: ['Calls of render processes.', ['app', 'release'], RELEASE_SECONDS],
} as const satisfies Record<
  string,
  readonly [help: string, labels: readonly string[], buckets: readonly number[]]
>;

/** The values at the time of a scrape. */
export interface MetricSources {
  live(): Composition | undefined;
  /** Space where the gateway writes, in bytes; `free` undefined where the system does not say. */
  disk(): Promise<{ free: number | undefined; reserve: number }>;
  /** Whether the database answers. */
  database(): boolean;
  /** Deliveries that wait; undefined: the database does not say. */
  outbox(): Promise<OutboxDepth[] | undefined>;
  upstreams(): UpstreamStatus[];
  /** The render processes: how many, their memory and its limit in bytes, and the calls that are with them or wait. */
  renderPool(): { processes: number; bytes: number; limitBytes: number; calls: number };
  /** Time of the last backup in ms since the epoch, 0 before the first; undefined: backups are the database server's. */
  lastBackup(): Promise<number | undefined>;
}

const CHANNELS = ['smtp', 'webhook', 'none', 'alert-hook', 'alert-mail', 'cdn-purge'];

type Sample = [labels: Record<string, string>, value: number];
type Gauges = Record<
  string,
  readonly [help: string, labels: string[], read: () => Sample[] | Promise<Sample[]>]
>;

/** Every gauge of `/-/metrics`, in the same form. @param now ms since the epoch. */
function gaugesOf(sources: MetricSources, now: () => number): Gauges {
  const { live, disk, database, outbox, upstreams, renderPool, lastBackup } = sources;
  const ofLive = (samples: (composition: Composition) => Sample[]) => () => {
    const composition = live();
    return composition ? samples(composition) : [];
  };
  const ofUpstreams = (value: (upstream: UpstreamStatus) => number) => () =>
    upstreams().map((upstream): Sample => [{ upstream: upstream.name }, value(upstream)]);
  const ageOf = (at: number) => (now() - at) / 1000;
  return {
    composition_age_seconds: [
      'Since the live composition was formed.',
      [],
      ofLive(({ timestamp }) => [[{}, ageOf(timestamp)]]),
    ],
    composition_info: [
      'The live composition.',
      ['composition'],
      ofLive(({ id }) => [[{ composition: id }, 1]]),
    ],
    release_info: [
      'The live release of each app.',
      ['app', 'digest'],
      ofLive(({ apps }) => Object.entries(apps).map(([app, digest]) => [{ app, digest }, 1])),
    ],
    disk_free_bytes: [
      'Free space where DATA_DIR is.',
      [],
      async () => {
        const { free } = await disk();
        return free === undefined ? [] : [[{}, free]];
      },
    ],
    disk_reserve_bytes: [
      'Free space below which nothing but enquiries is written.',
      [],
      async () => [[{}, (await disk()).reserve]],
    ],
    database_up: [
      '0: the database does not answer, and nothing can be changed; pages are served.',
      [],
      () => [[{}, Number(database())]],
    ],
    render_processes: ['Render processes that run.', [], () => [[{}, renderPool().processes]]],
    render_pool_bytes: ['Memory of all render processes.', [], () => [[{}, renderPool().bytes]]],
    render_pool_limit_bytes: ['RENDER_POOL_MB.', [], () => [[{}, renderPool().limitBytes]]],
    render_pool_calls: [
      'Calls that are with a render process, or wait for it.',
      [],
      () => [[{}, renderPool().calls]],
    ],
    last_backup_timestamp_seconds: [
      'Time of the last backup; 0 before the first.',
      [],
      async () => {
        const at = await lastBackup();
        return at === undefined ? [] : [[{}, at / 1000]];
      },
    ],
    version_info: ['The version of the gateway.', ['version'], () => [[{ version: GATEWAY_VERSION }, 1]]],
    outbox_waiting: [
      'Deliveries that wait.',
      ['channel'],
      async () => {
        const depths = await outbox();
        // An empty outbox is told from none.
        const empty = depths ? CHANNELS.map((channel): Sample => [{ channel }, 0]) : [];
        return [...empty, ...(depths ?? []).map(({ channel, waiting }): Sample => [{ channel }, waiting])];
      },
    ],
    outbox_oldest_seconds: [
      'Age of the oldest delivery that waits.',
      ['channel'],
      async () => ((await outbox()) ?? []).map(({ channel, oldest }): Sample => [{ channel }, ageOf(oldest)]),
    ],
    upstream_open: [
      '1: it fails, and is not called for a while.',
      ['upstream'],
      ofUpstreams(({ circuit }) => Number(circuit !== 'closed')),
    ],
    upstream_failing_answers: [
      'Answers whose last call failed.',
      ['upstream'],
      ofUpstreams(({ failing }) => failing),
    ],
    upstream_oldest_answer_seconds: [
      'Age of the oldest answer.',
      ['upstream'],
      ofUpstreams(({ oldestAt }) => (oldestAt === undefined ? 0 : ageOf(oldestAt))),
    ],
  };
}

/** Of each label its value; of `release` the digest, undefined when the event belongs to no release. */
type LabelsOf<Name> = {
  [Label in Name & string]: Label extends 'release' ? string | undefined : string;
};

/** The counters, histograms and gauges of this process, which Prometheus reads. */
export interface Metrics {
  /** @param labels each label of the row. @param times how often; default 1. */
  count<Name extends keyof typeof COUNTERS>(
    name: Name,
    labels: LabelsOf<keyof (typeof COUNTERS)[Name][1]>,
    times?: number,
  ): void;
  /** @param ms the duration in milliseconds. */
  time<Name extends keyof typeof HISTOGRAMS>(
    name: Name,
    labels: LabelsOf<(typeof HISTOGRAMS)[Name][1][number]>,
    ms: number,
  ): void;
  /** @returns the text that Prometheus reads, and its media type. */
  expose(): Promise<{ type: string; text: string }>;
}

/** @param now ms since the epoch. */
export function createMetrics(sources: MetricSources, now: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const [name, [help, labelNames, read]] of Object.entries(gaugesOf(sources, now)))
    registry.registerMetric(
      new Gauge({
        name: `voltframe_${name}`,
        help,
        labelNames,
        registers: [],
        async collect() {
          const samples = await read();
          this.reset(); // no series of an earlier state stays
          for (const [labels, value] of samples) this.set(labels, value);
        },
      }),
    );
  const counters = mapValues(
    COUNTERS,
    ([help, labels], name) =>
      new Counter({ name: `voltframe_${name}`, help, labelNames: Object.keys(labels), registers }),
  );
  const histograms = mapValues(
    HISTOGRAMS,
    ([help, labelNames, bounds], name) =>
      new Histogram({ name: `voltframe_${name}`, help, labelNames, registers, buckets: [...bounds] }),
  );
  const { bounded, removeOld } = boundLabels(sources.live, [
    ...Object.values(counters),
    ...Object.values(histograms),
  ]);
  return {
    count: (name, labels, times = 1) => counters[name].inc(bounded(labels), times),
    time: (name, labels, ms) => histograms[name].observe(bounded(labels), ms / 1000),
    async expose() {
      await removeOld();
      for (const [name, [, labels]] of Object.entries(COUNTERS))
        for (const known of knownLabels(labels, sources))
          counters[name as keyof typeof COUNTERS].inc(bounded(known), 0);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** @returns each combination of the known values of labels; a release goes with its app. */
function knownLabels(
  labels: Readonly<Record<string, Known>>,
  { live, upstreams }: Pick<MetricSources, 'live' | 'upstreams'>,
): Record<string, string>[] {
  const apps = live()?.apps ?? {};
  const ofSite = (label: string, { app }: Record<string, string>): readonly string[] => {
    if (label === 'release') return [apps[app!]!];
    return label === 'app' ? Object.keys(apps) : upstreams().map(({ name }) => name);
  };
  let sets: Record<string, string>[] = [{}];
  for (const [label, known] of Object.entries(labels))
    sets = sets.flatMap((set) =>
      (known === 'live' ? ofSite(label, set) : known).map((value) => ({ ...set, [label]: value })),
    );
  return sets;
}

function mapValues<Name extends string, Row, Value>(
  rows: Record<Name, Row>,
  make: (row: Row, name: Name) => Value,
): Record<Name, Value> {
  const entries = Object.entries(rows) as [Name, Row][];
  return Object.fromEntries(entries.map(([name, row]) => [name, make(row, name)])) as Record<Name, Value>;
}

/** Apps come and go; apps past this number share one name. */
const MAX_APPS = 50;

/**
 * @returns bounds the labels `app` and `release` of an event. Of each app the live release and the one that was live
 *   before have a label of their own (twelve digits of the digest, as `mfe` prints it); all others (leased, previews,
 *   candidates) share `other`. The series of a release that is no longer one of the two are removed from `metrics`.
 */
function boundLabels(live: () => Pick<Composition, 'apps'> | undefined, metrics: (Counter | Histogram)[]) {
  const names = new Set<string>();
  const nameOf = (app: string): string => {
    if (names.size < MAX_APPS) names.add(app);
    return names.has(app) ? app : 'other';
  };
  let seen: ReturnType<typeof live>;
  /** Of each app: the live release, and the one before. */
  const shown = new Map<string, [live: string, before?: string]>();
  const removeOld = async (): Promise<void> => {
    for (const metric of metrics) {
      const { values } = await metric.get();
      const releases = new Set(['other', ...[...shown.values()].flat().map((digest) => short(digest!))]);
      for (const { labels } of values) {
        const { le: _, ...own } = labels as Record<string, string>;
        if (own['release'] !== undefined && !releases.has(own['release'])) metric.remove(own);
      }
    }
  };
  const follow = (apps: Record<string, string>): void => {
    for (const [app, digest] of Object.entries(apps)) {
      const [was, before] = shown.get(app) ?? [];
      if (was === digest) continue;
      shown.set(app, was === undefined ? [digest] : [digest, was]);
      if (before !== undefined && before !== digest) void removeOld();
    }
  };
  const bounded = (labels: Record<string, string | undefined>): Record<string, string> => {
    const { app = '', release } = labels;
    const named = 'app' in labels ? { ...labels, app: nameOf(app) } : labels;
    if (!('release' in labels)) return named as Record<string, string>;
    const now = live();
    if (now && now !== seen) follow((seen = now).apps);
    const isShown = release !== undefined && shown.get(app)?.includes(release);
    return { ...named, release: isShown ? short(release) : 'other' };
  };
  return { bounded, removeOld };
}

function short(digest: string): string {
  return digest.slice(0, 12);
}
