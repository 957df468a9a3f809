import { BROWSER_ERROR_KINDS } from '@voltframe/kit/contract/reports/view-report';
import { Counter, Histogram, Registry } from 'prom-client';
import { createGauges, type MetricSources, PREFIX } from './gauges.ts';
import { boundLabels } from './release-labels.ts';

/**
 * Bounds of durations, in seconds. Metrics by release have few, because each bound is a series for every release.
 */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CALL_SECONDS = SECONDS.filter((bound) => bound >= 0.005 && bound <= 5);
const RELEASE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** They contain the limits of a good and of a poor value of each vital (https://web.dev/articles/vitals). */
const VITAL_SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 6, 10];
const LAYOUT_SHIFTS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/**
 * Values of a label that are known before the first event: named, or those of the live composition and its upstreams.
 */
type Known = readonly string[] | 'live';
const STATUSES = ['2xx', '3xx', '4xx', '5xx'];
const SEEN_KINDS = ['page', 'payload', 'island'];
const FAILURE_KINDS = ['page', 'stale', 'island', 'ahead', 'code'];
const CACHES = { cache: ['document', 'rendering'], result: ['hit', 'miss'] };
const NO_ANSWERS = [
  'UPSTREAM_RATE',
  'UPSTREAM_BUSY',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_ANSWER',
  'UPSTREAM_TIMEOUT',
];

/**
 * Every counter and histogram of `/-/metrics`, without the prefix `voltframe_`: its help and its labels, and of a
 * histogram the bounds. To add a metric, add a row here and call `count`, `time` or `observe` where it happens. The
 * values of each label have to be bounded; `app` and `release` are bounded by `createMetrics`. A counter is 0 before
 * its first event for each combination of the values that are known: Prometheus sees no increase from a series that was
 * not there.
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
    { app: 'live', release: 'live' },
  ],
  upstream_calls_total: [
    'Calls of upstreams, with all their attempts.',
    {
      upstream: 'live',
      outcome: ['ok', ...NO_ANSWERS],
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
  release_vital_seconds: [
    'Times of page views that browsers measured.',
    ['app', 'release', 'route', 'vital'],
    VITAL_SECONDS,
  ],
  release_layout_shift: [
    'Cumulative layout shift of page views that browsers measured.',
    ['app', 'release', 'route'],
    LAYOUT_SHIFTS,
  ],
} as const satisfies Record<
  string,
  readonly [help: string, labels: readonly string[], buckets: readonly number[]]
>;

/** Of each label its value; of `release` the digest, undefined when the event belongs to no release. */
type LabelsOf<Name> = {
  [Label in Name & string]: Label extends 'release' ? string | undefined : string;
};
type CounterName = keyof typeof COUNTERS;
type HistogramName = keyof typeof HISTOGRAMS;
type HistogramLabels<Name extends HistogramName> = LabelsOf<(typeof HISTOGRAMS)[Name][1][number]>;

/** A count of events with the same labels. */
export interface Count {
  labels: Readonly<Record<string, string | number | undefined>>;
  value: number;
}

/** The counters, histograms and gauges of this process, which Prometheus reads. */
export interface Metrics {
  /** @param labels each label of the row. @param times how often. */
  count<Name extends CounterName>(
    name: Name,
    labels: LabelsOf<keyof (typeof COUNTERS)[Name][1]>,
    times?: number,
  ): void;
  /** @param ms the duration in milliseconds. */
  time<Name extends HistogramName>(name: Name, labels: HistogramLabels<Name>, ms: number): void;
  /** @param value in the unit of the metric: seconds, or a number without a unit. */
  observe<Name extends HistogramName>(name: Name, labels: HistogramLabels<Name>, value: number): void;
  /** @returns the counts of a metric so far; those of releases that are no longer shown are gone. */
  counted(name: CounterName): Promise<Count[]>;
  /** @returns the text that Prometheus reads, and its media type. */
  expose(): Promise<{ type: string; text: string }>;
}

/** @param now ms since the epoch. @returns the metrics of one gateway, in a registry of their own. */
export function createMetrics(sources: MetricSources, now: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const readGauges = createGauges(registry, sources, now);
  const counters = mapRows(COUNTERS, (name, [help, labels]) => ({
    labels: Object.keys(labels),
    metric: new Counter({ name, help, labelNames: Object.keys(labels), registers }),
  }));
  const histograms = mapRows(HISTOGRAMS, (name, [help, labels, buckets]) => ({
    labels,
    metric: new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers }),
  }));
  const ofReleases = [...Object.values(counters), ...Object.values(histograms)]
    .filter(({ labels }) => (labels as string[]).includes('release'))
    .map(({ metric }) => metric);
  let removed = Promise.resolve();
  const bounded = boundLabels(sources.live, (isShown) => {
    removed = removeReleases(ofReleases, isShown);
  });
  const observe: Metrics['observe'] = (name, labels, value) => {
    const { metric, labels: names } = histograms[name];
    metric.observe(bounded(names, labels), value);
  };
  return {
    count: (name, labels, times) => counters[name].metric.inc(bounded(counters[name].labels, labels), times),
    time: (name, labels, ms) => observe(name, labels, ms / 1000),
    observe,
    async counted(name) {
      await removed;
      return (await counters[name].metric.get()).values;
    },
    async expose() {
      for (const { row, metric, labels } of Object.values(counters))
        for (const known of knownLabels(row[1], sources)) metric.inc(bounded(labels, known), 0);
      await Promise.all([removed, readGauges()]);
      const text = [await sources.process.metrics(), await registry.metrics()].join('\n');
      return { type: registry.contentType, text };
    },
  };
}

/** @returns by name what `make` makes of each row. @param make receives the name with the prefix. */
function mapRows<Row, Name extends string, Made extends object>(
  rows: Readonly<Record<Name, Row>>,
  make: (name: string, row: Row) => Made,
) {
  const made = Object.entries<Row>(rows).map(([name, row]) => [name, { row, ...make(PREFIX + name, row) }]);
  return Object.fromEntries(made) as Record<Name, Made & { row: Row }>;
}

/** Removes the series of the releases that are not shown. */
async function removeReleases(
  metrics: readonly (Counter | Histogram)[],
  isShown: (release: string) => boolean,
): Promise<void> {
  for (const metric of metrics)
    for (const { labels } of (await metric.get()).values) {
      const { le: _, ...own } = labels as Record<string, string>;
      if (!isShown(own['release']!)) metric.remove(own);
    }
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
