import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { FastifyBaseLogger } from 'fastify';
import type { Storage } from '../../../platform/open-platform.ts';
import { every } from '../../../platform/runtime/timers.ts';
import { liveBefore, liveSince } from '../../events/events.ts';
import { createVitalStore } from './vital-store.ts';
import { createVitalTally } from './vital-tally.ts';
import { createVitals, type ReleaseVitals, type VitalsOptions } from './vitals.ts';

export interface OpenVitalsOptions extends Pick<VitalsOptions, 'collect' | 'now'> {
  storage: Pick<Storage, 'db' | 'state' | 'measurements'>;
  live(): { composition: Composition } | undefined;
  logger: FastifyBaseLogger;
}

const FLUSH_MS = 10_000;
const PRUNE_MS = 60 * 60_000;

/** Vitals that are stored in the database and pruned in the background. */
export async function openVitals({
  storage: { db, state, measurements },
  live,
  collect,
  logger,
  now,
}: OpenVitalsOptions): Promise<ReleaseVitals & { close(): Promise<void> }> {
  const vitals = createVitals({
    store: createVitalStore(db),
    tally: createVitalTally(),
    live: (app) => {
      const apps = live()?.composition.apps ?? {};
      return Object.hasOwn(apps, app) ? apps[app] : undefined;
    },
    before: (app, release) => liveBefore(state, app, release),
    liveSince: (app, release) => liveSince(state, app, release),
    measured: measurements.of,
    collect,
    now,
  });
  const failed = (error: unknown): void => logger.warn({ err: error }, 'figures cannot be stored');
  const stops = [
    every(FLUSH_MS, () => void vitals.flush().catch(failed)),
    every(PRUNE_MS, () => void vitals.prune().catch(failed)),
  ];
  return {
    ...vitals,
    async close() {
      for (const stop of stops) stop();
      await vitals.flush().catch(failed);
    },
  };
}
