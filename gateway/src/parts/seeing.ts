import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Site } from '../compositions/site.ts';
import type { Config } from '../config.ts';
import type { SeenFailures } from '../failures/failure-log.ts';
import { createReleasePositions } from '../failures/release-positions.ts';
import { createAttribution } from '../seeing/attribution/attribution.ts';
import { keptReleases } from '../seeing/attribution/kept-releases.ts';
import { createErrorGroups, type ErrorGroups } from '../seeing/errors/error-groups.ts';
import { createErrorQueries } from '../seeing/errors/error-queries.ts';
import { createErrorStore } from '../seeing/errors/error-store.ts';
import type { ErrorTables } from '../seeing/errors/error-tables.ts';
import { createVisitorHashes } from '../seeing/errors/visitor-hashes.ts';
import { createServerFailures } from '../seeing/reports/server-failures.ts';
import type { Figures } from '../seeing/figures/figures.ts';
import { type AlertsPart, type AlertsPartOptions, openAlertsPart } from './alerts.ts';
import { openFigures } from './figures.ts';
import type { Storage } from './storage.ts';
import { every } from './timers.ts';

export interface SeeingOptions extends Pick<
  AlertsPartOptions,
  'siteConfig' | 'enquirySettings' | 'alertSettings'
> {
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
  alerts: Omit<AlertsPart, 'close'>;
  /** Absent while developing: there the page shows it. */
  failures: SeenFailures | undefined;
  close(): Promise<void>;
}

const FLUSH_MS = 5_000;

export async function openSeeing(options: SeeingOptions): Promise<Seeing> {
  const { config, storage, site, logger, now } = options;
  const db = storage.db as unknown as Kysely<ErrorTables>;
  const store = await createErrorStore(db);
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
  const alerts = await openAlertsPart({ ...options, live, errors, figures });
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
