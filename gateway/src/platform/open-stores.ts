import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Tables } from './database/tables.ts';
import type { ActivationFeed } from './database/activation-feed.ts';
import { listenForActivations } from './database/activation-feed.ts';
import { type BlobStore, createFileBlobStore } from './blobs/blob-store.ts';
import { withEarlierRows } from './blobs/earlier-rows.ts';
import { claimDataFolder } from './database/claim-data-folder.ts';
import { createStateStore } from './database/database-state-store.ts';
import { openDatabase } from './database/database.ts';
import { createPostgresDeployLock, type DeployLock, noDeployLock } from './database/deploy-lock.ts';
import { createPostgresBlobStore } from './blobs/postgres-blob-store.ts';
import type { StateStore } from './database/state-store.ts';

/** Everything that outlives the gateway. */
export interface Stores {
  db: Kysely<Tables>;
  state: StateStore;
  blobs: BlobStore;
  deployLock: DeployLock;
  /** Tells what other gateways activate; undefined when there are none. */
  listen:
    | ((callbacks: { onActivation(): void; onError(error: unknown): void }) => ActivationFeed)
    | undefined;
  close(): Promise<void>;
}

export interface StoresConfig {
  dataDir: string;
  /** `postgres://…`: shared with other gateways. Undefined: all is in the data folder, for this gateway alone. */
  databaseUrl: string | undefined;
}

const LOCK_WAIT_MS = 60_000;
const RECONNECT_MS = 1_000;

export interface StoresMeans {
  /** Throws when so many bytes may not be written to the disk of the data folder now. */
  assertRoom(bytes: number): Promise<void>;
  now: () => number;
}

/** @throws when the database cannot be reached, or another gateway uses the data folder. */
export async function openStores(config: StoresConfig, means: StoresMeans): Promise<Stores> {
  const { databaseUrl } = config;
  return databaseUrl === undefined ? openOwn(config, means) : openShared({ ...config, databaseUrl }, means);
}

async function openOwn({ dataDir }: StoresConfig, { assertRoom }: StoresMeans): Promise<Stores> {
  const release = claimDataFolder(dataDir);
  const db = await openDatabase({ dataDir });
  const folder = path.join(dataDir, 'blobs');
  const blobs = withEarlierRows(createFileBlobStore(folder, assertRoom), path.join(folder, 'small.db'));
  return {
    db,
    state: createStateStore(db),
    blobs,
    deployLock: noDeployLock,
    listen: undefined,
    async close() {
      await blobs.close();
      await db.destroy();
      release();
    },
  };
}

async function openShared(
  { dataDir, databaseUrl }: StoresConfig & { databaseUrl: string },
  { assertRoom, now }: StoresMeans,
): Promise<Stores> {
  const db = await openDatabase({ dataDir, databaseUrl });
  return {
    db,
    state: createStateStore(db, { shared: true }),
    blobs: createPostgresBlobStore({
      db,
      cache: createFileBlobStore(path.join(dataDir, 'blobs'), assertRoom),
      now,
    }),
    deployLock: createPostgresDeployLock(databaseUrl, LOCK_WAIT_MS),
    listen: (callbacks) => listenForActivations({ databaseUrl, reconnectMs: RECONNECT_MS, ...callbacks }),
    close: () => db.destroy(),
  };
}
