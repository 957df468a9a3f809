import { randomUUID } from 'node:crypto';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../platform/settings/config.ts';
import type { OutboxDepth } from '../platform/outbox/outbox-store.ts';
import { startSchedule } from '../platform/outbox/schedule.ts';
import { openPurges } from '../platform/outbox/open-purges.ts';
import { purgedKeys } from './compositions/purged-keys.ts';
import type { Storage } from '../platform/open-platform.ts';

export interface PurgingOptions {
  config: Pick<Config, 'purge'>;
  storage: Pick<Storage, 'db'>;
  logger: FastifyBaseLogger;
  now: () => number;
}

/** What a shared cache in front is told. */
export interface Purging {
  /** Another composition is shown by this gateway: each tells the cache, so the last one does when none shows the old any more. */
  shown(next: Composition, before: Composition | undefined): void;
  outbox(): Promise<OutboxDepth[]>;
  close(): Promise<void>;
}

/** @returns undefined: there is none to tell. */
export async function openPurging(options: PurgingOptions): Promise<Purging | undefined> {
  const { config, storage, logger, now } = options;
  if (!config.purge) return undefined;
  const purges = await openPurges({
    db: storage.db,
    settings: config.purge,
    fetch,
    now,
    random: Math.random,
    randomId: randomUUID,
    log: logger,
  });
  const schedule = startSchedule(purges, logger, 'purges');
  const failed = (error: unknown): void =>
    logger.error({ err: error }, 'what changed cannot be noted yet: shared caches keep it until it can');
  return {
    shown: (next, before) => void purges.note(purgedKeys(next, before)).then(schedule.wake, failed),
    outbox: purges.outbox,
    close: schedule.stop,
  };
}
