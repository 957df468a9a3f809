import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { contractWindow } from '@voltframe/kit/contract/contract-version';
import { createFleet, type Fleet } from '../platform/database/fleet.ts';
import { GATEWAY_VERSION } from '../platform/version.ts';
import type { Changes } from './activation/changes.ts';
import { createPreviews, type Previews } from './activation/previews.ts';
import { createPreviewStore } from './activation/preview-store.ts';
import { type Background, inBackground, startBackground } from './background.ts';
import { openChanges } from './open-changes.ts';
import type { ReleasingOptions } from './releasing-options.ts';
import { createSecretCheck, type SecretCheck, createSecretFinder } from './releases/check-secrets.ts';
import { createEncodingCheck } from './releases/encodings.ts';
import { createReleaseIntake, type ReleaseIntake } from './releases/release-intake.ts';
import { createReleaseQuota } from './releases/release-quota.ts';

/** The path of releases. */
export interface Releasing extends Background {
  fleet: Fleet;
  intake: ReleaseIntake;
  previews: Previews;
  changes: Changes;
}

/** Longest part of the machine's name in the name of a gateway. */
const LONGEST_HOST = 60;

/**
 * The path of a release: source or push → intake → candidate → admission → decision → activation.
 */
export async function openReleasing(options: ReleasingOptions): Promise<Releasing> {
  const { config, storage, serving, now } = options;
  const { site } = serving;
  const finder = createSecretFinder();
  const secrets = createSecretCheck(storage.blobs.get, finder);
  const previews = createPreviews({
    site,
    state: options.state,
    signed: options.signedPreviews,
    leaseMs: config.releases.leaseMs,
    now,
    store: createPreviewStore(storage.db, now),
    url: config.releases.previewUrl ?? config.site.url,
    limits: config.quotas,
    changes: () => changes,
    background: (work) => inBackground(work, options.logger),
    randomId: () => randomBytes(16).toString('hex'),
  });
  const { oldest, newest } = contractWindow();
  const host = hostname().slice(0, LONGEST_HOST);
  const fleet = createFleet({
    db: storage.listen && storage.db,
    own: {
      id: `${host}-${options.gateway}`,
      version: GATEWAY_VERSION,
      contract: { oldest, newest },
    },
    shows: () => site.live()?.composition.id ?? null,
    now,
    sleep,
  });
  const changes = openChanges(options, { previews, secrets, fleet });
  const intake = openIntake(options, secrets);
  const background = await startBackground(options, { changes, intake, fleet });
  return {
    fleet,
    intake,
    previews,
    changes,
    watcher: background.watcher,
    tidy: background.tidy,
    async close(): Promise<void> {
      await background.close();
      finder.end();
    },
  };
}

function openIntake(
  { config, storage, state, serving, development, logger, now }: ReleasingOptions,
  { look }: SecretCheck,
): ReleaseIntake {
  const { blobs } = storage;
  // With a shared database, releases use this disk as a cache only.
  const assertRoom = config.data.databaseUrl === undefined ? storage.disk.assertRoom : async () => {};
  return createReleaseIntake({
    state,
    blobs,
    keys: storage.keys,
    quota: createReleaseQuota({ db: storage.db, state, blobs, assertRoom, limits: config.quotas, now }),
    now,
    logger,
    live: () => serving.site.live()?.composition,
    look,
    checkEncodings: createEncodingCheck(blobs),
    refused: (app, findings) =>
      development
        ? development.decided([app], findings)
        : logger.error({ app, findings }, `release refused: ${app}`),
  });
}
