import { DAY_MS } from '@voltframe/kit/contract/units';
import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import type { FastifyBaseLogger } from 'fastify';
import { lastBackup } from '../platform/last-backup.ts';
import type { Storage } from '../platform/open-platform.ts';
import { createCoalescingRunner } from '../platform/runtime/one-at-a-time.ts';
import { every } from '../platform/runtime/timers.ts';
import type { Config } from '../platform/settings/config.ts';
import { type Development, openDevelopment } from './errors/development/development.ts';
import { createFailureLog } from './errors/failure-log.ts';
import { createErrorNotes, type ErrorNotes } from './errors/note-errors.ts';
import { createErrorReader, type ErrorReader } from './errors/read-errors.ts';
import type { ReleasedComposition } from './errors/attribution.ts';
import { createReleasePositions } from './stacks/source-positions.ts';
import { type Events, type EventsOptions, openEvents } from './events/open-events.ts';
import type { HistoryStore } from './history/history-store.ts';
import type { MetricSources } from './telemetry/gauges.ts';
import { createMetrics } from './telemetry/metrics.ts';
import type { ProcessMetrics } from './telemetry/process-metrics.ts';
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts';
import type { Tracer } from './telemetry/tracer.ts';
import { createVitals, type VitalCounter } from './telemetry/vitals.ts';

export interface ObservingOptions extends Pick<EventsOptions, 'outbox' | 'entryOf'> {
  config: Config;
  storage: Pick<Storage, 'db' | 'database' | 'blobs' | 'disk'>;
  history: HistoryStore;
  /** @returns the served site; undefined while the gateway starts. */
  site(): { live(): ReleasedComposition | undefined } | undefined;
  /** @returns the state of each upstream. */
  upstreams(): UpstreamStatus[];
  renderPool: MetricSources['renderPool'];
  processMetrics: ProcessMetrics;
  /** Undefined: no request is recorded. */
  tracer?: Tracer | undefined;
  logger: FastifyBaseLogger;
  now: () => number;
}

/** The observing wing, and the port by which the higher wings report to it. */
export interface Observing {
  telemetry: Telemetry;
  errors: ErrorNotes;
  errorReader: ErrorReader;
  vitals: VitalCounter;
  events: Events;
  /** Undefined without `DEV=1`. */
  development: Development | undefined;
  close(): Promise<void>;
}

/** The outbox delivers immediately: an event is sent within 10 s of its cause. */
const LOOK_MS = 5_000;
/** Time for which an error is stored after its last occurrence. */
const ERRORS_KEPT_MS = 30 * DAY_MS;
/** The longest wait of a scrape for the database. */
const LONGEST_MS = 300;

export async function openObserving(options: ObservingOptions): Promise<Observing> {
  const { config, storage, history, outbox, site, logger, now } = options;
  const { disk, database } = storage;
  const live = () => site()?.live();
  const liveComposition = () => live()?.composition;
  const positionsIn = createReleasePositions(storage.blobs.get);
  const errors = createErrorNotes({
    db: storage.db,
    positionsIn,
    live: () => liveComposition()?.apps ?? {},
    keepMs: ERRORS_KEPT_MS,
    now,
    onError: (error) => logger.warn({ err: error }, 'errors cannot be stored'),
  });
  const errorReader = createErrorReader(storage.db, errors.flush);
  const development = openDevelopment({ config, positionsIn, live });
  const metrics = createMetrics(
    {
      live: liveComposition,
      disk: async () => ({ free: await disk.free(), reserve: disk.reserveBytes }),
      database: () => !database.away(),
      outbox: () => database.within(LONGEST_MS, () => outbox.depth()).catch(() => undefined),
      upstreams: options.upstreams,
      renderPool: options.renderPool,
      lastBackup: async () => (config.data.databaseUrl ? undefined : lastBackup(config.data.dataDir)),
      process: options.processMetrics,
    },
    now,
  );
  const telemetry = createTelemetry({
    metrics,
    failures: createFailureLog({
      logger,
      now,
      positionsIn,
      errors,
      live: liveComposition,
      develop: development?.thrown,
    }),
    tracer: options.tracer,
  });
  const events = openEvents({
    db: storage.db,
    history,
    config,
    outbox,
    live: () => liveComposition()?.apps ?? {},
    entryOf: options.entryOf,
    errors: errorReader,
    now,
  });
  // It also stores the pending errors.
  const looking = createCoalescingRunner(async () => {
    if (database.away()) return;
    await errors.flush();
    if ((await events.look()) > 0) events.wake();
  });
  const stops = [
    every(LOOK_MS, () => {
      looking.run().catch((error: unknown) => logger.warn({ err: error }, 'events cannot be derived'));
    }),
  ];
  return {
    telemetry,
    errors,
    errorReader,
    vitals: createVitals(metrics),
    events,
    development,
    async close(): Promise<void> {
      for (const stop of stops) stop();
      await looking.close();
      await errors.flush();
    },
  };
}
