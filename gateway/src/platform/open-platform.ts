import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './settings/config.ts';
import { type BlobStore, createFileBlobStore } from './blobs/blob-store.ts';
import { withEarlierRows } from './blobs/earlier-rows.ts';
import { createPostgresBlobStore } from './blobs/postgres-blob-store.ts';
import {
  claimDataFolder,
  createPostgresDeployLock,
  listenForActivations,
  noDeployLock,
} from './database/other-gateways.ts';
import { createStateStore } from './database/state-store.ts';
import { openDatabase } from './database/database.ts';
import { createMeasurementStore } from './database/measurement-store.ts';
import type { Migration } from './database/tables.ts';
import { createDiskReserve } from './runtime/disk-reserve.ts';
import { writeChildScripts } from './runtime/child-scripts.ts';
import { keepSecret } from './secrets/keep-secret.ts';
import { createKeyStore } from './secrets/key-store.ts';
import { createSignedValues } from './secrets/signed-values.ts';
import { createTokenStore } from './secrets/token-store.ts';

/** Everything that outlives the gateway, on its disk or in the shared database. */
export type Storage = Awaited<ReturnType<typeof openStorage>>;

const LOCK_WAIT_MS = 60_000;
const RECONNECT_MS = 1_000;

/**
 * @param migrations of the packages that the gateway runs with.
 * @param now the current time in ms since the epoch.
 * @throws when the data folder cannot be written to, the database not reached, or another gateway has the folder.
 */
export async function openStorage(
  { data }: Pick<Config, 'data'>,
  migrations: Record<string, Migration>,
  now: () => number,
) {
  const { dataDir, databaseUrl } = data;
  mkdirSync(dataDir, { recursive: true });
  accessSync(dataDir, constants.R_OK | constants.W_OK);
  // Asked before every file that is written: a thread would take longer than the answer.
  const statfs = async (folder: string) => statfsSync(folder);
  const disk = createDiskReserve({ folder: dataDir, reserveBytes: data.diskReserveBytes, statfs });
  const files = createFileBlobStore(path.join(dataDir, 'blobs'), disk.assertRoom);
  const stores =
    databaseUrl === undefined
      ? await openOwn(dataDir, migrations, files)
      : await openShared({ dataDir, databaseUrl }, migrations, files, now);
  return {
    ...stores,
    disk,
    measurements: createMeasurementStore(stores.db, now),
    tokens: createTokenStore(stores.db, now),
    keys: createKeyStore(stores.db, now),
    scripts: writeChildScripts(dataDir),
    /** @param purpose of the values: each has a secret of its own. */
    signed: async (purpose: 'preview' | 'session') =>
      createSignedValues(await keepSecret(purpose, stores.db, data), purpose, now),
  };
}

/** All is in the data folder, for this gateway alone. */
async function openOwn(dataDir: string, migrations: Record<string, Migration>, files: BlobStore) {
  const release = claimDataFolder(dataDir);
  const db = await openDatabase({ dataDir }, migrations);
  const blobs = withEarlierRows(files, path.join(dataDir, 'blobs/small.db'));
  return {
    db,
    state: createStateStore(db),
    blobs,
    deployLock: noDeployLock,
    listen: undefined,
    async close(): Promise<void> {
      await blobs.close();
      await db.destroy();
      release();
    },
  };
}

/** All is in PostgreSQL, for several gateways; the data folder is a cache. */
async function openShared(
  config: { dataDir: string; databaseUrl: string },
  migrations: Record<string, Migration>,
  cache: BlobStore,
  now: () => number,
) {
  const { databaseUrl } = config;
  const db = await openDatabase(config, migrations);
  return {
    db,
    state: createStateStore(db, true),
    blobs: createPostgresBlobStore({ db, cache, now }),
    deployLock: createPostgresDeployLock(databaseUrl, LOCK_WAIT_MS),
    /** Listens for activations by other gateways. */
    listen: (callbacks: Pick<Parameters<typeof listenForActivations>[0], 'onActivation' | 'onError'>) =>
      listenForActivations({ databaseUrl, reconnectMs: RECONNECT_MS, ...callbacks }),
    close: (): Promise<void> => db.destroy(),
  };
}
