import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { Gauge, type Registry } from 'prom-client';
import type { OutboxDepth } from '../../platform/outbox/outbox-store.ts';
import { GATEWAY_VERSION } from '../../platform/version.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** Of the name of each metric. */
export const PREFIX = 'voltframe_';

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
  /**
   * Time of the last backup in ms since the epoch, 0 before the first; undefined: backups are the database server's.
   */
  lastBackup(): Promise<number | undefined>;
  /** Exposed before the metrics of the gateway. */
  process: ProcessMetrics;
}

/** What one scrape has read. */
interface Reading {
  live: Composition | undefined;
  disk: Awaited<ReturnType<MetricSources['disk']>>;
  database: boolean;
  outbox: OutboxDepth[] | undefined;
  upstreams: UpstreamStatus[];
  pool: ReturnType<MetricSources['renderPool']>;
  backup: number | undefined;
  /** @param since ms since the epoch. @returns seconds. */
  ageOf(since: number): number;
}
type Sample = [labels: Record<string, string>, value: number];
/** Undefined: the gauge has no value now, and is left out. */
type Value = number | undefined | Sample[];

/** These start at 0. Receivers of events have channels of their own, with the names that the operator gave. */
const CHANNELS = ['smtp', 'none', 'cdn-purge'];

/** Every gauge of `/-/metrics`, without the prefix: its help, its labels, and its value. */
const GAUGES: Record<string, [help: string, labels: string[], value: (reading: Reading) => Value]> = {
  composition_age_seconds: [
    'Since the live composition was formed.',
    [],
    ({ live, ageOf }) => live && ageOf(live.timestamp),
  ],
  composition_info: [
    'The live composition.',
    ['composition'],
    ({ live }) => (live ? [[{ composition: live.id }, 1]] : []),
  ],
  release_info: [
    'The live release of each app.',
    ['app', 'digest'],
    ({ live }) => Object.entries(live?.apps ?? {}).map(([app, digest]) => [{ app, digest }, 1]),
  ],
  disk_free_bytes: ['Free space where DATA_DIR is.', [], ({ disk }) => disk.free],
  disk_reserve_bytes: [
    'Free space below which nothing but enquiries is written.',
    [],
    ({ disk }) => disk.reserve,
  ],
  database_up: [
    '0: the database does not answer, and nothing can be changed; pages are served.',
    [],
    ({ database }) => Number(database),
  ],
  render_processes: ['Render processes that run.', [], ({ pool }) => pool.processes],
  render_pool_bytes: ['Memory of all render processes.', [], ({ pool }) => pool.bytes],
  render_pool_limit_bytes: ['RENDER_POOL_MB.', [], ({ pool }) => pool.limitBytes],
  render_pool_calls: ['Calls that are with a render process, or wait for it.', [], ({ pool }) => pool.calls],
  last_backup_timestamp_seconds: [
    'Time of the last backup; 0 before the first.',
    [],
    ({ backup }) => backup && backup / 1000,
  ],
  version_info: ['The version of the gateway.', ['version'], () => [[{ version: GATEWAY_VERSION }, 1]]],
  outbox_waiting: ['Deliveries that wait.', ['channel'], ({ outbox }) => waitingByChannel(outbox)],
  outbox_oldest_seconds: [
    'Age of the oldest delivery that waits.',
    ['channel'],
    ({ outbox = [], ageOf }) => outbox.map(({ channel, oldest }) => [{ channel }, ageOf(oldest)]),
  ],
  upstream_open: [
    '1: it fails, and is not called for a while.',
    ['upstream'],
    (reading) => ofUpstreams(reading, ({ circuit }) => Number(circuit !== 'closed')),
  ],
  upstream_failing_answers: [
    'Answers whose last call failed.',
    ['upstream'],
    (reading) => ofUpstreams(reading, ({ failing }) => failing),
  ],
  upstream_oldest_answer_seconds: [
    'Age of the oldest answer.',
    ['upstream'],
    (reading) =>
      ofUpstreams(reading, ({ oldestAt }) => (oldestAt === undefined ? 0 : reading.ageOf(oldestAt))),
  ],
};

function ofUpstreams({ upstreams }: Reading, value: (upstream: UpstreamStatus) => number): Sample[] {
  return upstreams.map((upstream) => [{ upstream: upstream.name }, value(upstream)]);
}

function waitingByChannel(outbox: OutboxDepth[] | undefined): Sample[] {
  const waiting = new Map(outbox && CHANNELS.map((channel) => [channel, 0]));
  for (const { channel, waiting: count } of outbox ?? []) waiting.set(channel, count);
  return [...waiting].map(([channel, count]) => [{ channel }, count]);
}

/**
 * @param now ms since the epoch.
 * @returns reads the sources and sets the gauges: before each scrape, so that a source is read once for all of them.
 */
export function createGauges(
  registry: Registry,
  sources: MetricSources,
  now: () => number,
): () => Promise<void> {
  const gauges = Object.entries(GAUGES).map(([name, [help, labelNames, value]]) => {
    const gauge = new Gauge({ name: PREFIX + name, help, labelNames, registers: [registry] });
    return { gauge, value };
  });
  return async () => {
    const [disk, outbox, backup] = await Promise.all([
      sources.disk(),
      sources.outbox(),
      sources.lastBackup(),
    ]);
    const reading: Reading = {
      live: sources.live(),
      disk,
      database: sources.database(),
      outbox,
      upstreams: sources.upstreams(),
      pool: sources.renderPool(),
      backup,
      ageOf: (since) => (now() - since) / 1000,
    };
    for (const { gauge, value } of gauges) setGauge(gauge, value(reading));
  };
}

function setGauge(gauge: Gauge, value: Value): void {
  gauge.reset();
  // Without labels a reset gauge is 0, which would be a value.
  gauge.remove({});
  if (typeof value === 'number') gauge.set(value);
  else for (const [labels, number] of value ?? []) gauge.set(labels, number);
}
