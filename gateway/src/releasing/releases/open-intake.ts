import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import type { Development } from '../../observing/errors/development/development.ts';
import { createReleaseQuota } from './release-quota.ts';
import { createReleaseIntake, type ReleaseIntake } from './release-intake.ts';
import type { SecretCheck } from './check-secrets.ts';
import type { Storage } from '../../platform/open-platform.ts';

export interface IntakeOptions {
  config: Pick<Config, 'quotas'>;
  storage: Storage;
  logger: FastifyBaseLogger;
  now: () => number;
  live(): Composition | undefined;
  development: Development | undefined;
  secrets: SecretCheck;
}

/** How releases come in, whoever sends them. */
export function openIntake({
  config,
  storage,
  logger,
  now,
  live,
  development,
  secrets,
}: IntakeOptions): ReleaseIntake {
  const { state, blobs, keys, reservations, quotas, assertReleaseRoom: assertRoom } = storage;
  return createReleaseIntake({
    state,
    blobs,
    keys,
    reservations,
    quota: createReleaseQuota({ quotas, state, blobs, assertRoom, limits: config.quotas, now }),
    now,
    logger,
    live,
    look: secrets.look,
    refused: (app, findings) =>
      development
        ? development.decided([app], findings)
        : logger.error({ app, findings }, `release refused: ${app}`),
  });
}
