import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Site } from '../serving/compositions/site.ts';
import type { Config } from '../platform/settings/config.ts';
import type { SeenFailures } from './errors/failures/failure-log.ts';
import { createReleasePositions } from './errors/failures/release-positions.ts';
import { createAttribution } from './errors/attribution/attribution.ts';
import { keptReleases } from './errors/attribution/kept-releases.ts';
import { createErrorGroups, type ErrorGroups } from './errors/groups/error-groups.ts';
import { createErrorQueries } from './errors/groups/error-queries.ts';
import { createErrorStore } from './errors/groups/error-store.ts';
import { createVisitorHashes } from './errors/groups/visitor-hashes.ts';
import { createServerFailures } from './errors/reports/server-failures.ts';
import type { Figures } from './telemetry/vitals/figures.ts';
import { type RunningAlerts, type RunningAlertsOptions, startAlerts } from './events/open-alerts.ts';
import { openFigures } from './telemetry/vitals/open-figures.ts';
import type { Storage } from '../platform/open-platform.ts';
import { every } from '../platform/processes/timers.ts';

export interface SeeingOptions extends Pick<RunningAlertsOptions, 'siteConfig' | 'alertSettings' | 'outbox'> {
  config: Pick<Config, 'reportsKeepMs' | 'development'>;
  storage: Pick<Storage, 'db' | 'state' | 'blobs' | 'measurements'>;
  site(): Pick<Site, 'live' | 'releasesOf'> | undefined;
  logger: FastifyBaseLogger;
  now: () => number;
}

/** What teams are shown of what their releases do to visitors. */
export interface Seeing {
  errors: ErrorGroups;
  figures: Figures;
  alerts: Omit<RunningAlerts, 'close'>;
  /** Absent while developing: there the page shows it. */
  failures: SeenFailures | undefined;
  close(): Promise<void>;
}

const FLUSH_MS = 5_000;

export async function openSeeing(options: SeeingOptions): Promise<Seeing> {
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
  const { figures, close: closeFigures } = await openFigures({ storage, live, logger, now });
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
      await closeFigures();
    },
  };
}
