import type { AnswerLabel } from '../../../serving/responses/ready-answers.ts';
import type { RequestMetrics } from '../../../serving/http/observe-requests.ts';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { createLookupTally } from './lookup-tally.ts';
import { createReleaseMetrics, type Whose } from './release-metrics.ts';
import { createUpstreamMetrics, type UpstreamMetrics } from './upstream-metrics.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What is counted, for Prometheus. Every label has a bounded set of values. */
export interface Metrics extends RequestMetrics {
  render(whose: Whose, call: string, ok: boolean, ms: number): void;
  cache(name: 'document' | 'rendering', whose: Whose, hit: boolean): void;
  renderProcessEnded(): void;
  admission(outcome: string): void;
  report(kind: string): void;
  /** The gateway looked at what browsers reported. @param confirmed whether it found something wrong. */
  suspicion(confirmed: boolean): void;
  /** @param kind see Failure in failures/failure-log.ts. */
  failure(whose: Whose, kind: string): void;
  upstreams: UpstreamMetrics;
  /** Adds what is read when Prometheus asks: it is there later than what is counted. */
  watch(added: Partial<Watched>): void;
  /** Tells at once what lay ready and was sent: else Prometheus is waited for. */
  drainReady(): void;
  /** @returns the text that Prometheus reads, and its media type. */
  expose(): Promise<{ type: string; text: string }>;
}

/** What is read when Prometheus asks. */
export interface Watched {
  /** Told how often answers that lay ready were sent. */
  ready(label: AnswerLabel, times: number): void;
  live(): Composition | undefined;
  /** Of what the gateway writes, in bytes; `free` undefined where the system does not tell. */
  disk(): Promise<{ free: number | undefined; reserve: number }>;
  /** What waits to be delivered. `oldest` in ms since the epoch. */
  outbox(): Promise<{ channel: string; waiting: number; oldest: number }[]>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CHANNELS = ['smtp', 'webhook', 'none', 'alert-hook', 'alert-mail', 'cdn-purge'];
/** Apps come and go; more names than these share one. */
const MAX_APPS = 50;

const NOTHING: Watched = {
  ready() {},
  live: () => undefined,
  disk: async () => ({ free: undefined, reserve: 0 }),
  outbox: async () => [],
};

/** @param now ms since the epoch. */
export function createMetrics(now: () => number): Metrics {
  const watched = { ...NOTHING };
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  collectSite(registry, watched, now);
  const { requests, seconds, renders, caches, ends, admissions, reports, suspicions, failures } =
    createFamilies(registry, () => {
      ready.drain();
      lookups.drain();
    });
  const nameOf = boundedNames(MAX_APPS);
  const releases = createReleaseMetrics(registry, { live: () => watched.live(), nameOf });
  const ready = createTally((label, code, count, bytes) => {
    const { kind, ...whose } = label;
    watched.ready(label, count);
    const status = statusClass(code);
    requests.inc({ kind, app: nameOf(whose.app), status }, count);
    releases.answered(whose, kind, status, bytes, count);
    lookups.add({ cache: 'document', whose, hit: true }, count);
  });
  const lookups = createLookupTally(({ cache, whose, hit }, count) => {
    caches.inc({ cache, result: hit ? 'hit' : 'miss' }, count);
    releases.lookup(whose, cache, hit, count);
  });
  return {
    ready: ready.add,
    request({ kind, status: code, bytes, ...whose }, ms) {
      const app = nameOf(whose.app);
      const status = statusClass(code);
      requests.inc({ kind, app, status });
      seconds.observe({ kind, app }, ms / 1000);
      releases.answered(whose, kind, status, bytes);
    },
    render(whose, call, ok, ms) {
      renders.observe({ call, outcome: ok ? 'ok' : 'failed' }, ms / 1000);
      releases.render(whose, ms);
    },
    cache: (cache, whose, hit) => lookups.add({ cache, whose, hit }),
    renderProcessEnded: () => ends.inc(),
    admission: (verdict) => admissions.inc({ verdict }),
    report: (kind) => reports.inc({ kind }),
    suspicion: (confirmed) => suspicions.inc({ confirmed: String(confirmed) }),
    failure(whose, kind) {
      failures.inc({ app: nameOf(whose.app), kind });
      releases.failure(whose, kind);
    },
    upstreams: createUpstreamMetrics(registry, now),
    drainReady: ready.drain,
    watch: (added) => void Object.assign(watched, added),
    expose: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

/** @param beforeRead called when somebody asks. */
function createFamilies(registry: Registry, beforeRead: () => void) {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[], collect?: () => void) =>
    new Counter({ name: `voltframe_${name}`, help, labelNames, registers, ...(collect && { collect }) });
  const duration = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `voltframe_${name}`, help, labelNames, registers, buckets: SECONDS });

  const requests = counter(
    'requests_total',
    'Answered requests of the site.',
    ['kind', 'app', 'status'],
    beforeRead,
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
  return { requests, seconds, renders, caches, ends, admissions, reports, suspicions, failures };
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

type Drain = (label: AnswerLabel, status: number, count: number, bytes: number) => void;
/** Kinds, apps and releases, until somebody asks: a gateway that nobody watches forgets nothing either. */
const MAX_TALLIED = 500;

/** Counts until Prometheus asks: prom-client puts the labels together anew for each count, which is more work than the answer. */
function createTally(count: Drain) {
  const labels = new Map<AnswerLabel, Map<number, { count: number; bytes: number }>>();
  const drain = (): void => {
    for (const [label, cells] of labels)
      for (const [status, cell] of cells) count(label, status, cell.count, cell.bytes);
    labels.clear();
  };
  return {
    drain,
    add(label: AnswerLabel, status: number, bytes: number): void {
      let cells = labels.get(label);
      if (!cells) {
        if (labels.size >= MAX_TALLIED) drain();
        labels.set(label, (cells = new Map()));
      }
      const cell = cells.get(status);
      if (cell) {
        cell.count++;
        cell.bytes += bytes;
      } else cells.set(status, { count: 1, bytes });
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
