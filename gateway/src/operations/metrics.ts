import type { RequestMetrics } from '../http/observe-requests.ts';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { createUpstreamMetrics, type UpstreamMetrics } from './upstream-metrics.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What is counted, for Prometheus. Every label has a bounded set of values. */
export interface Metrics extends RequestMetrics {
  render(call: string, ok: boolean, ms: number): void;
  cache(name: 'document' | 'rendering', hit: boolean): void;
  renderProcessEnded(): void;
  admission(outcome: string): void;
  report(kind: string): void;
  /** The gateway looked at what browsers reported. @param confirmed whether it found something wrong. */
  suspicion(confirmed: boolean): void;
  /** @param kind see Failure in failures/failure-log.ts. */
  failure(app: string, kind: string): void;
  upstreams: UpstreamMetrics;
  /** Adds what is read when Prometheus asks: it is there later than what is counted. */
  watch(added: Partial<Watched>): void;
  /** @returns the text that Prometheus reads, and its media type. */
  expose(): Promise<{ type: string; text: string }>;
}

/** What is read when Prometheus asks. */
export interface Watched {
  live(): Composition | undefined;
  /** What waits to be delivered. `oldest` in ms since the epoch. */
  /** Of what the gateway writes, in bytes; `free` undefined where the system does not tell. */
  disk(): Promise<{ free: number | undefined; reserve: number }>;
  outbox(): Promise<{ channel: string; waiting: number; oldest: number }[]>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CHANNELS = ['smtp', 'webhook', 'none'];
/** Apps come and go; more names than these share one. */
const MAX_APPS = 50;

const NOTHING: Watched = {
  live: () => undefined,
  disk: async () => ({ free: undefined, reserve: 0 }),
  outbox: async () => [],
};

/** @param now ms since the epoch. */
export function createMetrics(now: () => number): Metrics {
  const watched = { ...NOTHING };
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  collectSite(registry, watched, now);
  const counter = (name: string, help: string, labelNames: string[], collect?: () => void) =>
    new Counter({ name: `voltframe_${name}`, help, labelNames, registers, ...(collect && { collect }) });
  const duration = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `voltframe_${name}`, help, labelNames, registers, buckets: SECONDS });

  const requests = counter(
    'requests_total',
    'Answered requests of the site.',
    ['kind', 'app', 'status'],
    () =>
      ready.drain((labels, count) => {
        requests.inc(labels, count);
        caches.inc({ cache: 'document', result: 'hit' }, count);
      }),
  );
  const seconds = duration(
    'request_duration_seconds',
    'Until the answer was sent; without answers that lay ready.',
    ['kind', 'app'],
  );
  const renders = duration('render_duration_seconds', 'Calls of render processes.', ['call', 'outcome']);
  const caches = counter('cache_lookups_total', 'Looks into the caches.', ['cache', 'result']);
  const ends = counter('render_process_ends_total', 'Render processes that ended unasked.', []);
  const admissions = counter('admissions_total', 'Verdicts on releases.', ['verdict']);
  const reports = counter('browser_reports_total', 'Failures that browsers reported.', ['kind']);
  const suspicions = counter(
    'browser_report_looks_total',
    'Looks of the gateway at what browsers reported, and whether it found something wrong.',
    ['confirmed'],
  );
  const failures = counter('failures_total', 'What visitors did not get as meant, and why.', ['app', 'kind']);
  const nameOf = boundedNames(MAX_APPS);
  const ready = createTally();
  return {
    ready: (kind, name, status) => ready.add(kind, nameOf(name), status),
    request(kind, name, status, ms) {
      const app = nameOf(name);
      requests.inc({ kind, app, status: statusClass(status) });
      seconds.observe({ kind, app }, ms / 1000);
    },
    render: (call, ok, ms) => renders.observe({ call, outcome: ok ? 'ok' : 'failed' }, ms / 1000),
    cache: (cache, hit) => caches.inc({ cache, result: hit ? 'hit' : 'miss' }),
    renderProcessEnded: () => ends.inc(),
    admission: (verdict) => admissions.inc({ verdict }),
    report: (kind) => reports.inc({ kind }),
    suspicion: (confirmed) => suspicions.inc({ confirmed: String(confirmed) }),
    failure: (name, kind) => failures.inc({ app: nameOf(name), kind }),
    upstreams: createUpstreamMetrics(registry, now),
    watch: (added) => void Object.assign(watched, added),
    expose: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

function collectSite(registry: Registry, watched: Watched, now: () => number): void {
  const gauge = (name: string, help: string, labelNames: string[], collect: (of: Gauge) => unknown) =>
    new Gauge({
      name: `voltframe_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset(); // of what is no longer so, nothing stays
        await collect(this);
      },
    });
  gauge('composition_age_seconds', 'Since the live composition was formed.', [], (age) => {
    const composition = watched.live();
    if (composition) age.set((now() - composition.timestamp) / 1000);
  });
  gauge('composition_info', 'The live composition.', ['composition'], (info) => {
    const composition = watched.live();
    if (composition) info.set({ composition: composition.id }, 1);
  });
  gauge('release_info', 'The live release of each app.', ['app', 'digest'], (info) => {
    for (const [app, digest] of Object.entries(watched.live()?.apps ?? {})) info.set({ app, digest }, 1);
  });
  gauge('disk_free_bytes', 'Free space where DATA_DIR is.', [], async (bytes) => {
    const { free } = await watched.disk();
    if (free !== undefined) bytes.set(free);
  });
  gauge('disk_reserve_bytes', 'Free space below which nothing but enquiries is written.', [], async (bytes) =>
    bytes.set((await watched.disk()).reserve),
  );
  gauge('outbox_waiting', 'Deliveries that wait.', ['channel'], async (waiting) => {
    for (const channel of CHANNELS) waiting.set({ channel }, 0); // an empty outbox is told from none
    for (const entry of await watched.outbox()) waiting.set({ channel: entry.channel }, entry.waiting);
  });
  gauge('outbox_oldest_seconds', 'Age of the oldest delivery that waits.', ['channel'], async (oldest) => {
    for (const entry of await watched.outbox())
      oldest.set({ channel: entry.channel }, (now() - entry.oldest) / 1000);
  });
}

/** Counts until Prometheus asks: prom-client puts the labels together anew for each count, which is more work than the answer. */
function createTally() {
  /** Of each app: of each kind: of each status. */
  const apps = new Map<string, Map<string, Map<number, number>>>();
  return {
    add(kind: string, app: string, status: number): void {
      let kinds = apps.get(app);
      if (!kinds) apps.set(app, (kinds = new Map()));
      let counts = kinds.get(kind);
      if (!counts) kinds.set(kind, (counts = new Map()));
      counts.set(status, (counts.get(status) ?? 0) + 1);
    },
    drain(count: (labels: { kind: string; app: string; status: string }, by: number) => void): void {
      for (const [app, kinds] of apps)
        for (const [kind, counts] of kinds)
          for (const [status, by] of counts) count({ kind, app, status: statusClass(status) }, by);
      apps.clear();
    },
  };
}

/** 304 → `3xx` */
function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

function boundedNames(most: number): (name: string) => string {
  const names = new Set<string>();
  return (name) => {
    if (names.has(name)) return name;
    if (names.size >= most) return 'other';
    names.add(name);
    return name;
  };
}
