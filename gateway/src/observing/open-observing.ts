import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Site } from '../serving/compositions/site.ts';
import type { Config } from '../platform/settings/config.ts';
import type { SeenFailures } from './errors/failure-log.ts';
import { createReleasePositions } from './errors/source-positions.ts';
import { createAttribution } from './errors/attribution.ts';
import { keptReleases } from './errors/kept-releases.ts';
import { createErrorGroups, type ErrorGroups } from './errors/error-groups.ts';
import { createErrorQueries } from './errors/error-queries.ts';
import { createErrorStore } from './errors/error-store.ts';
import { createVisitorHashes } from './errors/privacy.ts';
import { createServerFailures } from './errors/server-failures.ts';
import type { ReleaseVitals } from './vitals/vitals.ts';
import { type RunningAlerts, type RunningAlertsOptions, startAlerts } from './events/open-alerts.ts';
import { openVitals } from './vitals/open-vitals.ts';
import type { Storage } from '../platform/open-platform.ts';
import { every } from '../platform/processes/timers.ts';

export interface ObservingOptions extends Pick<
  RunningAlertsOptions,
  'siteConfig' | 'alertSettings' | 'outbox'
> {
  config: Pick<Config, 'reportsKeepMs' | 'development'>;
  storage: Pick<Storage, 'db' | 'state' | 'blobs' | 'measurements'>;
  site(): Pick<Site, 'live' | 'releasesOf'> | undefined;
  logger: FastifyBaseLogger;
  now: () => number;
}

/** What teams are shown of what their releases do to visitors. */
export interface Observing {
  errors: ErrorGroups;
  figures: ReleaseVitals;
  alerts: Omit<RunningAlerts, 'close'>;
  /** Absent while developing: there the page shows it. */
  failures: SeenFailures | undefined;
  close(): Promise<void>;
}

const FLUSH_MS = 5_000;

export async function openObserving(options: ObservingOptions): Promise<Observing> {
  const { config, storage, site, logger, now } = options;
  const db = storage.db;
  const store = createErrorStore(db);
  const visitors = createVisitorHashes(db, now);
  await visitors.renew();
  const errors = createErrorGroups({
    store,
    queries: createErrorQueries(db),
    visitors,
    attribute: createAttribution({
      releasesOf: (composition) => keptReleases({ state: storage.state, site }, composition),
      positionsIn: createReleasePositions(storage.blobs.get),
      now,
    }),
    pause: nextTurn,
    now,
    keepMs: config.reportsKeepMs,
    onError: (error) => logger.warn({ err: error }, 'errors cannot be stored'),
  });
  const live = () => site()?.live();
  const { figures, close: closeVitals } = await openVitals({ storage, live, logger, now });
  const alerts = startAlerts({ ...options, live: () => live()?.composition.apps ?? {}, errors });
  const stop = every(FLUSH_MS, () => void errors.flush());
  return {
    errors,
    figures,
    alerts,
    failures: config.development
      ? undefined
      : createServerFailures({ errors, live: () => site()?.live()?.composition }),
    async close() {
      stop();
      await alerts.close();
      await errors.flush();
      await closeVitals();
    },
  };
}
