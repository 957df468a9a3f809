import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import type { FastifyBaseLogger } from 'fastify';
import { lastBackup } from '../platform/last-backup.ts';
import type { Storage } from '../platform/open-platform.ts';
import { createCoalescingRunner } from '../platform/runtime/one-at-a-time.ts';
import { every } from '../platform/runtime/timers.ts';
import type { Config } from '../platform/settings/config.ts';
import { createAttribution, type SitePort, storedReleases } from './errors/attribution.ts';
import { openDevelopment } from './errors/development/development.ts';
import { createErrorGroups, type ErrorGroups } from './errors/error-groups.ts';
import { createErrorQueries } from './errors/error-queries.ts';
import { createErrorStore } from './errors/error-store.ts';
import { createFailureLog } from './errors/failure-log.ts';
import { createVisitorHashes } from './errors/privacy.ts';
import { createReleasePositions, type PositionsIn } from './stacks/source-positions.ts';
import { type EventsOptions, openEvents } from './events/open-events.ts';
import type { MetricSources } from './telemetry/gauges.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import type { Tracer } from './telemetry/tracer.ts';
import { createVitals } from './telemetry/vitals.ts';

export interface ObservingOptions extends Pick<EventsOptions, 'outbox' | 'entryOf'> {
  config: Config;
  storage: Pick<Storage, 'db' | 'database' | 'state' | 'blobs' | 'disk'>;
  site(): SitePort | undefined;
  /** @returns the state of each upstream. */
  upstreams(): UpstreamStatus[];
  renderPool: MetricSources['renderPool'];
  /** Undefined: no request is recorded. */
  tracer?: Tracer | undefined;
  logger: FastifyBaseLogger;
  now: () => number;
}

/** The observing wing, and the port by which the higher wings report to it. */
export type Observing = Awaited<ReturnType<typeof openObserving>>;

/** The outbox delivers immediately: an event is sent within 10 s of its cause. */
const LOOK_MS = 5_000;
/** The longest wait of a scrape for the database. */
const LONGEST_MS = 300;

export async function openObserving(options: ObservingOptions) {
  const { config, storage, outbox, site, logger, now } = options;
  const { disk, database } = storage;
  const live = () => site()?.live();
  const liveComposition = () => live()?.composition;
  const positionsIn = createReleasePositions(storage.blobs.get);
  const errors = await openErrors(options, positionsIn);
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
    storage,
    config,
    outbox,
    live: () => liveComposition()?.apps ?? {},
    entryOf: options.entryOf,
    errors,
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
    vitals: createVitals(metrics),
    events,
    /** Undefined without `DEV=1`. */
    development,
    async close(): Promise<void> {
      for (const stop of stops) stop();
      await looking.close();
      await errors.flush();
    },
  };
}

async function openErrors(
  { config, storage, site, logger, now }: ObservingOptions,
  positionsIn: PositionsIn,
): Promise<ErrorGroups> {
  const { db, state } = storage;
  const visitors = createVisitorHashes(db, now);
  const onError = (error: unknown) => logger.warn({ err: error }, 'errors cannot be stored');
  await visitors.renew().catch(onError);
  return createErrorGroups({
    store: createErrorStore(db),
    queries: createErrorQueries(db),
    visitors,
    attribute: createAttribution({
      releasesOf: (composition) => storedReleases(state, site(), composition),
      positionsIn,
      now,
    }),
    now,
    keepMs: config.reports.keepMs,
    onError,
  });
}
