import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { ActivationFeed } from './database/activation-feed.ts';
import { listenForActivations } from './database/activation-feed.ts';
import type { BlobTables } from './blobs/blob-schema.ts';
import { type BlobStore, createFileBlobStore } from './blobs/blob-store.ts';
import { openOwnBlobs } from './blobs/own-blobs.ts';
import { claimDataFolder } from './database/claim-data-folder.ts';
import { createStateStore } from './database/database-state-store.ts';
import { openDatabase } from './database/database.ts';
import { createPostgresDeployLock, type DeployLock, noDeployLock } from './database/deploy-lock.ts';
import { withinReserve } from './blobs/within-reserve.ts';
import { createPostgresBlobStore } from './blobs/postgres-blob-store.ts';
import type { StateTables } from './database/state-schema.ts';
import type { StateStore } from './database/state-store.ts';

/** Everything that outlives the gateway. */
export interface Stores {
  db: Kysely<StateTables>;
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
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** @throws when the database cannot be reached, or another gateway uses the data folder. */
export async function openStores(config: StoresConfig, means: StoresMeans): Promise<Stores> {
  const { databaseUrl } = config;
  return databaseUrl === undefined ? openOwn(config, means) : openShared({ ...config, databaseUrl }, means);
}

async function openOwn({ dataDir }: StoresConfig, { assertRoom, now, after }: StoresMeans): Promise<Stores> {
  const release = claimDataFolder(dataDir);
  const db = openDatabase<StateTables>({ dataDir });
  const blobs = openOwnBlobs({ folder: path.join(dataDir, 'blobs'), now, after });
  return {
    db,
    state: await createStateStore(db),
    blobs: withinReserve(blobs, assertRoom),
    deployLock: noDeployLock,
    listen: undefined,
    async close() {
      blobs.close();
      await db.destroy();
      release();
    },
  };
}

async function openShared(
  { dataDir, databaseUrl }: StoresConfig & { databaseUrl: string },
  { assertRoom, now }: StoresMeans,
): Promise<Stores> {
  const db = openDatabase<StateTables & BlobTables>({ dataDir, databaseUrl });
  await assertAnswers(db as unknown as Kysely<unknown>, databaseUrl);
  const ofState = db as unknown as Kysely<StateTables>;
  return {
    db: ofState,
    state: await createStateStore(ofState, { shared: true }),
    blobs: await createPostgresBlobStore({
      db,
      cache: withinReserve(createFileBlobStore(path.join(dataDir, 'blobs'), { durable: false }), assertRoom),
      now,
    }),
    deployLock: createPostgresDeployLock(databaseUrl, LOCK_WAIT_MS),
    listen: (callbacks) => listenForActivations({ databaseUrl, reconnectMs: RECONNECT_MS, ...callbacks }),
    close: () => db.destroy(),
  };
}

/** What the driver says when nothing listens is empty, or names no place. */
async function assertAnswers(db: Kysely<unknown>, databaseUrl: string): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    const { code, message } = error as NodeJS.ErrnoException;
    const place = new URL(databaseUrl).host; // without its password
    throw new Error(`The database at ${place} cannot be used (DATABASE_URL): ${message || code}`, {
      cause: error,
    });
  }
}
