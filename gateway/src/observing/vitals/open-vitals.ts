import type { FastifyBaseLogger } from 'fastify';
import { liveBefore, liveSince } from '../../releasing/activation/live-releases.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { createVitalStore } from './vital-store.ts';
import { createVitalTally } from './vital-tally.ts';
import { createVitals, type ReleaseVitals } from './vitals.ts';
import type { Storage } from '../../platform/open-platform.ts';
import { every } from '../../platform/processes/timers.ts';

export interface OpenVitalsOptions {
  storage: Pick<Storage, 'db' | 'state' | 'measurements'>;
  live(): ServedComposition | undefined;
  logger: FastifyBaseLogger;
  now: () => number;
}

const FLUSH_MS = 10_000;
const PRUNE_MS = 60 * 60_000;

/** What is measured of the site, by app and release, and kept in its database. */
export async function openVitals({
  storage: { db, state, measurements },
  live,
  logger,
  now,
}: OpenVitalsOptions): Promise<{ figures: ReleaseVitals; close(): Promise<void> }> {
  const figures = createVitals({
    store: createVitalStore(db),
    tally: createVitalTally(),
    live: (app) => {
      const apps = live()?.composition.apps ?? {};
      return Object.hasOwn(apps, app) ? apps[app] : undefined;
    },
    before: (app, release) => liveBefore(state, app, release),
    liveSince: (app, release) => liveSince(state, app, release),
    measured: measurements.of,
    now,
  });
  const failed = (error: unknown): void => logger.warn({ err: error }, 'figures cannot be stored');
  const stops = [
    every(FLUSH_MS, () => void figures.flush().catch(failed)),
    every(PRUNE_MS, () => void figures.prune().catch(failed)),
  ];
  return {
    figures,
    async close() {
      for (const stop of stops) stop();
      await figures.flush().catch(failed);
    },
  };
}
