import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { BROWSER_ERROR_KINDS } from '@voltframe/kit/contract/reports/view-report';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { OutboxDepth } from '../../platform/outbox/outbox-store.ts';
import { upstreamErrors } from '../../platform/upstream-errors.ts';
import { GATEWAY_VERSION } from '../../platform/version.ts';
import { countOf, countUpTo, createCounts, type Histogram, observe } from '../../platform/counts.ts';

/**
 * Bounds of durations, in seconds. Metrics by release have few, because each bound is a series for every release.
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
  sent_bytes_total: [
    'Bodies of answers of the site, as sent.',
    { kind: [...SEEN_KINDS, 'asset'], app: 'live' },
  ],
  cache_lookups_total: ['Lookups in the caches.', CACHES],
  render_process_ends_total: ['Render processes that ended unexpectedly.', {}],
  failed_sign_ins_total: [
    'Calls of the operations port without a token that works.',
    { by: ['api', 'page'] },
  ],
  admissions_total: [
    'Verdicts on releases.',
    { verdict: ['activated', 'unchanged', 'held', 'refused', 'waiting'] },
  ],
  browser_reports_total: ['Failures that browsers reported.', { kind: BROWSER_ERROR_KINDS }],
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
  /**
   * The render processes: their number, their memory and its limit in bytes, and the calls in progress or waiting.
   */
  renderPool(): { processes: number; bytes: number; limitBytes: number; calls: number };
  /** Time of the last backup in ms since the epoch, 0 before the first; undefined: backups are the database server's. */
  lastBackup(): Promise<number | undefined>;
}

/** These start at 0. Receivers of events have channels of their own, with the names that the operator gave. */
const CHANNELS = ['smtp', 'webhook', 'none', 'cdn-purge'];

type Sample = [labels: Record<string, string>, value: number, suffix?: string];
/** Every gauge of `/-/metrics`, in the same form. @param at ms since the epoch. */
async function readGauges(
  sources: MetricSources,
  at: number,
): Promise<Record<string, readonly [help: string, samples: Sample[]]>> {
  const [disk, outbox, backup] = await Promise.all([sources.disk(), sources.outbox(), sources.lastBackup()]);
  const live = sources.live();
  const pool = sources.renderPool();
  const ageOf = (since: number) => (at - since) / 1000;
  const ofUpstreams = (value: (upstream: UpstreamStatus) => number) =>
    sources.upstreams().map((upstream): Sample => [{ upstream: upstream.name }, value(upstream)]);
  const waiting = new Map(outbox && CHANNELS.map((channel) => [channel, 0]));
  for (const { channel, waiting: count } of outbox ?? []) {
    waiting.set(channel, count);
  }
  return {
    composition_age_seconds: [
      'Since the live composition was formed.',
      live ? [[{}, ageOf(live.timestamp)]] : [],
    ],
    composition_info: ['The live composition.', live ? [[{ composition: live.id }, 1]] : []],
    release_info: [
      'The live release of each app.',
      Object.entries(live?.apps ?? {}).map(([app, digest]) => [{ app, digest }, 1]),
    ],
    disk_free_bytes: ['Free space where DATA_DIR is.', disk.free === undefined ? [] : [[{}, disk.free]]],
    disk_reserve_bytes: ['Free space below which nothing but enquiries is written.', [[{}, disk.reserve]]],
    database_up: [
      '0: the database does not answer, and nothing can be changed; pages are served.',
      [[{}, Number(sources.database())]],
    ],
    render_processes: ['Render processes that run.', [[{}, pool.processes]]],
    render_pool_bytes: ['Memory of all render processes.', [[{}, pool.bytes]]],
    render_pool_limit_bytes: ['RENDER_POOL_MB.', [[{}, pool.limitBytes]]],
    render_pool_calls: ['Calls that are with a render process, or wait for it.', [[{}, pool.calls]]],
    last_backup_timestamp_seconds: [
      'Time of the last backup; 0 before the first.',
      backup === undefined ? [] : [[{}, backup / 1000]],
    ],
    version_info: ['The version of the gateway.', [[{ version: GATEWAY_VERSION }, 1]]],
    outbox_waiting: ['Deliveries that wait.', [...waiting].map(([channel, count]) => [{ channel }, count])],
    outbox_oldest_seconds: [
      'Age of the oldest delivery that waits.',
      (outbox ?? []).map(({ channel, oldest }) => [{ channel }, ageOf(oldest)]),
    ],
    upstream_open: [
      '1: it fails, and is not called for a while.',
      ofUpstreams(({ circuit }) => Number(circuit !== 'closed')),
    ],
    upstream_failing_answers: ['Answers whose last call failed.', ofUpstreams(({ failing }) => failing)],
    upstream_oldest_answer_seconds: [
      'Age of the oldest answer.',
      ofUpstreams(({ oldestAt }) => (oldestAt === undefined ? 0 : ageOf(oldestAt))),
    ],
  };
}

/** Of each label its value; of `release` the digest, undefined when the event belongs to no release. */
type LabelsOf<Name> = {
  [Label in Name & string]: Label extends 'release' ? string | undefined : string;
};

export type Metrics = ReturnType<typeof createMetrics>;

/** The events of a metric with the same labels. */
export interface Cell {
  labels: Record<string, string>;
  times: number;
  /** Of a histogram: the sum of the durations, and their distribution, in milliseconds. */
  ms: number;
  histogram: Histogram;
}

/** The counters, histograms and gauges of this process, which Prometheus reads. @param now ms since the epoch. */
export function createMetrics(sources: MetricSources, now: () => number) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counts = createCounts<Cell>();
  const bounded = boundLabels(sources.live, (releases) =>
    counts.remove(({ labels: { release } }) => release !== undefined && !releases.has(release)),
  );
  /** @param names of the labels, in the order in which the series shows them. */
  const cellOf = (
    name: string,
    names: readonly string[],
    event: Record<string, string | undefined>,
  ): Cell => {
    const labels = bounded(Object.fromEntries(names.map((label) => [label, event[label]])));
    const make = (): Cell => ({ labels, times: 0, ms: 0, histogram: new Map() });
    return counts.cell(name, Object.values(labels).join('\n'), Infinity, make)!;
  };
  return {
    /** @param labels each label of the row. @param times how often. */
    count<Name extends keyof typeof COUNTERS>(
      name: Name,
      labels: LabelsOf<keyof (typeof COUNTERS)[Name][1]>,
      times = 1,
    ): void {
      cellOf(name, Object.keys(COUNTERS[name][1]), labels).times += times;
    },
    /** @param ms the duration in milliseconds. */
    time<Name extends keyof typeof HISTOGRAMS>(
      name: Name,
      labels: LabelsOf<(typeof HISTOGRAMS)[Name][1][number]>,
      ms: number,
    ): void {
      const cell = cellOf(name, HISTOGRAMS[name][1], labels);
      cell.ms += ms;
      observe(cell.histogram, ms);
    },
    /** @returns the counts of a metric so far, by labels; those of releases that are no longer shown are gone. */
    counted: (name: keyof typeof COUNTERS | keyof typeof HISTOGRAMS): readonly Readonly<Cell>[] =>
      counts.of(name),
    /** @returns the text that Prometheus reads, and its media type. */
    async expose(): Promise<{ type: string; text: string }> {
      const texts = [await registry.metrics()];
      for (const [name, [help, samples]] of Object.entries(await readGauges(sources, now())))
        texts.push(textOf(name, 'gauge', help, samples));
      for (const [name, [help, labels]] of Object.entries(COUNTERS)) {
        for (const known of knownLabels(labels, sources)) cellOf(name, Object.keys(labels), known);
        const samples = counts.of(name).map((cell): Sample => [cell.labels, cell.times]);
        texts.push(textOf(name, 'counter', help, samples));
      }
      for (const [name, [help, , bounds]] of Object.entries(HISTOGRAMS)) {
        const samples = counts.of(name).flatMap((cell) => histogramSamples(cell, bounds));
        texts.push(textOf(name, 'histogram', help, samples));
      }
      return { type: registry.contentType, text: texts.join('\n') };
    },
  };
}

/** @param bounds in seconds; each counts the durations up to it, to half a range of the histogram: 5 %. */
function histogramSamples({ labels, ms, histogram }: Cell, bounds: readonly number[]): Sample[] {
  const times = countOf(histogram);
  return [
    ...bounds.map((le): Sample => [
      { ...labels, le: String(le) },
      countUpTo(histogram, le * 1000),
      '_bucket',
    ]),
    [{ ...labels, le: '+Inf' }, times, '_bucket'],
    [labels, ms / 1000, '_sum'],
    [labels, times, '_count'],
  ];
}

/** @returns a metric in the text format of Prometheus. */
function textOf(name: string, type: string, help: string, samples: Sample[]): string {
  const lines = samples.map(([labels, value, suffix = '']) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
    return `voltframe_${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP voltframe_${name} ${help}\n# TYPE voltframe_${name} ${type}\n${lines.join('')}`;
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

/** Most apps with their own label; further apps share one. */
const MAX_APPS = 50;

/**
 * @param onShown receives the values of the label `release` that remain, when they change.
 * @returns bounds the labels `app` and `release` of an event. Of each app the live release and the one that was live
 *   before have a label of their own (twelve digits of the digest, as `mfe` prints it); all others (leased, previews,
 *   candidates) share `other`.
 */
function boundLabels(
  live: () => Pick<Composition, 'apps'> | undefined,
  onShown: (releases: ReadonlySet<string>) => void,
) {
  const names = new Set<string>();
  const nameOf = (app: string): string => {
    if (names.size < MAX_APPS) names.add(app);
    return names.has(app) ? app : 'other';
  };
  let seen: ReturnType<typeof live>;
  /** Of each app: the live release, and the one before. */
  const shown = new Map<string, [live: string, before?: string]>();
  const follow = (apps: Record<string, string>): void => {
    for (const [app, digest] of Object.entries(apps)) {
      const [was] = shown.get(app) ?? [];
      if (was !== digest) shown.set(app, was === undefined ? [digest] : [digest, was]);
    }
    onShown(new Set(['other', ...[...shown.values()].flat().map((digest) => short(digest!))]));
  };
  return (labels: Record<string, string | undefined>): Record<string, string> => {
    const { app = '', release } = labels;
    const named = 'app' in labels ? { ...labels, app: nameOf(app) } : labels;
    if (!('release' in labels)) return named as Record<string, string>;
    const now = live();
    if (now && now !== seen) follow((seen = now).apps);
    const isShown = release !== undefined && shown.get(app)?.includes(release);
    return { ...named, release: isShown ? short(release) : 'other' };
  };
}

function short(digest: string): string {
  return digest.slice(0, 12);
}
