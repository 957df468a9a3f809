import type { Composition } from '@voltframe/kit/contract/release/composition';
import { Counter, Histogram, type Registry } from 'prom-client';

/** An app, and the digest of its release; without one, what happened belongs to none. */
export interface Whose {
  app: string;
  digest?: string | undefined;
}

/** What a team sees of its releases. */
export interface ReleaseMetrics {
  /** @param kind what visitors see: other kinds are not counted. @param bytes of the answer's body. */
  answered(whose: Whose, kind: string, status: string, bytes: number, count?: number): void;
  render(whose: Whose, ms: number): void;
  lookup(whose: Whose, cache: 'document' | 'rendering', hit: boolean, count?: number): void;
  failure(whose: Whose, kind: string): void;
}

export interface ReleaseMetricsOptions {
  live(): Pick<Composition, 'apps'> | undefined;
  /** @returns the name that an app has as a label: there are only so many. */
  nameOf(app: string): string;
}

/** Bounds of render times, in seconds: few, since each is a series for every release that is shown. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const SEEN = new Set(['page', 'payload', 'island']);

/**
 * Counts by app and release. The number of series is bounded: of each app the live release and the one that was live before have
 * a label of their own (twelve digits of the digest, as `mfe` prints it); all others (leased, previews, candidates) share
 * `other`. What was counted of a release that is no longer one of the two is forgotten; to Prometheus its series end.
 */
export function createReleaseMetrics(registry: Registry, options: ReleaseMetricsOptions): ReleaseMetrics {
  const registers = [registry];
  const counted = (name: string, help: string, more: string[]) =>
    new Counter({
      name: `voltframe_release_${name}`,
      help,
      labelNames: ['app', 'release', ...more],
      registers,
    });
  const requests = counted('requests_total', 'Pages, payloads and islands answered.', ['kind', 'status']);
  const bytes = counted('sent_bytes_total', 'Bodies of pages, payloads and islands, as sent.', ['kind']);
  const lookups = counted('cache_lookups_total', 'Looks into the caches.', ['cache', 'result']);
  const failures = counted('failures_total', 'What visitors did not get as meant, and why.', ['kind']);
  const seconds = new Histogram({
    name: 'voltframe_release_render_duration_seconds',
    help: 'Calls of render processes.',
    labelNames: ['app', 'release'],
    registers,
    buckets: SECONDS,
  });
  const labels = createLabels(options, [requests, bytes, lookups, failures, seconds]);
  return {
    answered(whose, kind, status, size, count = 1) {
      if (!SEEN.has(kind)) return;
      requests.inc(labels.of(requests, whose, { kind, status }), count);
      bytes.inc(labels.of(bytes, whose, { kind }), size);
    },
    render: (whose, ms) => seconds.observe(labels.of(seconds, whose, {}), ms / 1000),
    lookup: (whose, cache, hit, count = 1) =>
      lookups.inc(labels.of(lookups, whose, { cache, result: hit ? 'hit' : 'miss' }), count),
    failure: (whose, kind) => failures.inc(labels.of(failures, whose, { kind })),
  };
}

type Labels = Record<string, string>;
interface Metric {
  remove(labels: Labels): void;
}

function createLabels({ live, nameOf }: ReleaseMetricsOptions, metrics: Metric[]) {
  let seen: ReturnType<typeof live>;
  /** Of each app: the live release, and the one before. */
  const shown = new Map<string, [live: string, before?: string]>();
  const used = new Map(metrics.map((metric) => [metric, new Map<string, Labels>()]));
  const forget = (app: string, release: string): void => {
    for (const [metric, all] of used)
      for (const [key, labels] of all)
        if (labels['app'] === app && labels['release'] === release) {
          metric.remove(labels);
          all.delete(key);
        }
  };
  const follow = (apps: Record<string, string>): void => {
    for (const [app, digest] of Object.entries(apps)) {
      const [was, before] = shown.get(app) ?? [];
      if (was === digest) continue;
      shown.set(app, was === undefined ? [digest] : [digest, was]);
      if (before !== undefined && before !== digest) forget(nameOf(app), short(before));
    }
  };
  return {
    of(metric: Metric, { app, digest }: Whose, more: Labels): Labels {
      const now = live();
      if (now && now !== seen) follow((seen = now).apps);
      const release = digest !== undefined && shown.get(app)?.includes(digest) ? short(digest) : 'other';
      const labels = { app: nameOf(app), release, ...more };
      used.get(metric)!.set(Object.values(labels).join(' '), labels);
      return labels;
    },
  };
}

function short(digest: string): string {
  return digest.slice(0, 12);
}
