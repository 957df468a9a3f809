import { accessSync, constants, statfsSync } from 'node:fs';
import path from 'node:path';
import { MB, MINUTE_MS } from '@voltframe/kit/contract/units';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Config } from './settings/config.ts';
import { type BlobStore, createFileBlobStore } from './blobs/blob-store.ts';
import { openObjectStore } from './blobs/object-store.ts';
import { createPostgresBlobStore } from './blobs/postgres-blob-store.ts';
import {
  claimDataFolder,
  createPostgresDeployLock,
  type DeployLock,
  listenForActivations,
  createOwnDeployLock,
} from './database/other-gateways.ts';
import {
  answers,
  hostOf,
  isDatabaseAway,
  makePrivateFolder,
  openDatabase,
  openToRead,
} from './database/database.ts';
import { createDatabaseWatch, type DatabaseWatch, reasonOf } from './database/database-watch.ts';
import { createSettingStore } from './database/setting-store.ts';
import { openStandby, writeStandby } from './database/standby.ts';
import type { Migration, Tables } from './database/tables.ts';
import { gatewayErrors } from './errors.ts';
import { createDiskReserve, type DiskReserve } from './runtime/disk-reserve.ts';
import { createChildScripts, type PrepareScripts } from './runtime/child-scripts.ts';
import { isDiskFull } from './runtime/start-failure.ts';
import { every } from './runtime/timers.ts';
import { keepSecret } from './secrets/keep-secret.ts';
import { createKeyStore, type KeyStore } from './secrets/key-store.ts';
import { createSignedValues, type SignedValues } from './secrets/signed-values.ts';
import { createTokenStore, type TokenStore } from './secrets/token-store.ts';

/** Storage of the gateway, on its disk or in the shared database. */
export interface Storage {
  db: Kysely<Tables>;
  /** Undefined: everything can be changed. */
  readOnly: ReadOnly | undefined;
  blobs: BlobStore;
  deployLock: DeployLock;
  /** Listens for activations by other gateways; undefined when none shares the database. */
  listen: ListenForActivations | undefined;
  database: DatabaseWatch;
  disk: DiskReserve;
  tokens: TokenStore;
  keys: KeyStore;
  prepareScripts: PrepareScripts;
  /** @param purpose of the values: each has a secret of its own. */
  signed(purpose: 'preview' | 'session'): Promise<SignedValues>;
  close(): Promise<void>;
}

type ListenForActivations = (
  callbacks: Pick<Parameters<typeof listenForActivations>[0], 'onActivation' | 'onError'>,
) => ReturnType<typeof listenForActivations>;

const LOCK_WAIT_MS = MINUTE_MS;
const RECONNECT_MS = 1_000;
/** Interval of the queries that check the shared database; a cached token is at most this old. */
const WATCH_MS = 5_000;
/** Free space at which a gateway that started on a full disk restarts. */
const ROOM_BYTES = 16 * MB;

/** A start without the database, or with a disk that is full. */
export interface ReadOnly {
  reason: string;
  /** @returns whether a restart would find the database or the disk space that was missing. */
  isOver(): Promise<boolean>;
}

/**
 * @param migrations of the packages that the gateway runs with.
 * @param now the current time in ms since the epoch.
 * @param logger logs when the shared database goes away and is back.
 * @throws when the data folder cannot be used, or another gateway has it; GW_DATABASE_AWAY when the shared database is
 *   away and the folder has no copy of what is live.
 */
export async function openStorage(
  { data }: Pick<Config, 'data'>,
  migrations: Record<string, Migration>,
  now: () => number,
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): Promise<Storage> {
  const { dataDir, databaseUrl } = data;
  makePrivateFolder(dataDir);
  accessSync(dataDir, constants.R_OK | constants.W_OK);
  // Synchronous: it runs before every write of a file, and a thread would take longer than the call.
  const statfs = async (folder: string) => statfsSync(folder);
  const disk = createDiskReserve({ folder: dataDir, reserveBytes: data.diskReserveBytes, statfs });
  const files = createFileBlobStore(path.join(dataDir, 'blobs'), disk.assertRoom);
  const stores =
    databaseUrl === undefined
      ? await openOwn(dataDir, migrations, files, disk, now)
      : await openShared({ ...data, databaseUrl }, migrations, files, now, logger);
  const { db, readOnly } = stores;
  const database = createDatabaseWatch({
    database: databaseUrl === undefined ? dataDir : hostOf(databaseUrl),
    awayAtStart: readOnly?.reason,
    ask: async () => standby?.keep(await tokens.refresh()),
    onChange: (away) =>
      away
        ? logger.error(away, 'the database is away: pages are served, and nothing can be changed')
        : logger.warn('the database is back'),
    now,
  });
  const tokens = createTokenStore(db, now, database);
  const standby =
    databaseUrl === undefined || readOnly ? undefined : createStandbyCopy(stores, dataDir, logger);
  if (readOnly) await tokens.refresh();
  else if (standby) void database.look();
  const stop = standby ? every(WATCH_MS, () => void database.look()) : () => {};
  return {
    ...stores,
    database,
    disk,
    tokens,
    keys: createKeyStore(db, now),
    prepareScripts: createChildScripts(dataDir),
    signed: async (purpose: 'preview' | 'session') =>
      createSignedValues(await keepSecret(purpose, db, data), purpose, now),
    async close(): Promise<void> {
      stop();
      await database.close();
      await stores.close();
    },
  };
}

/** Of the data folder: see standby.ts. */
const STANDBY = 'standby.json';

/** Copies the rows for a start without the database, when they have changed. */
function createStandbyCopy(
  { db }: { db: Kysely<Tables> },
  dataDir: string,
  logger: Pick<FastifyBaseLogger, 'warn'>,
) {
  let copied = '';
  return {
    /** @param tokens ids of the tokens that are valid. @throws GW_DATABASE_AWAY */
    async keep(tokens: string[]): Promise<void> {
      const live = await db.selectFrom('live').select('composition').executeTakeFirst();
      const current = JSON.stringify([live?.composition, tokens]);
      if (current === copied) return;
      await writeStandby(db, path.join(dataDir, STANDBY)).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error;
        logger.warn({ err: error }, 'what is live cannot be copied for a start without the database');
      });
      copied = current;
    },
  };
}

/** All is in the data folder, for this gateway alone. */
async function openOwn(
  dataDir: string,
  migrations: Record<string, Migration>,
  files: BlobStore,
  disk: Pick<DiskReserve, 'free'>,
  now: () => number,
) {
  const release = claimDataFolder(dataDir);
  let readOnly: ReadOnly | undefined;
  const db = await openToWrite(dataDir, migrations, now).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
    const isOver = async () => ((await disk.free()) ?? Infinity) >= ROOM_BYTES;
    readOnly = { reason: 'the disk is full', isOver };
    return openToRead(dataDir, migrations);
  });
  return {
    db,
    readOnly,
    blobs: files,
    deployLock: createOwnDeployLock(),
    listen: undefined,
    async close(): Promise<void> {
      await db.destroy();
      release();
    },
  };
}

/** @throws when nothing can be written. On a full disk the files of a killed gateway can still be opened. */
async function openToWrite(dataDir: string, migrations: Record<string, Migration>, now: () => number) {
  const db = await openDatabase({ dataDir }, migrations);
  try {
    await createSettingStore(db).setSetting('started', String(now()));
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** All is in PostgreSQL, for several gateways; the data folder is a cache, and a copy for a start without it. */
async function openShared(
  config: Pick<Config['data'], 'dataDir' | 'blobStore'> & { databaseUrl: string },
  migrations: Record<string, Migration>,
  cache: BlobStore,
  now: () => number,
  logger: Pick<FastifyBaseLogger, 'error'>,
) {
  const { dataDir, databaseUrl } = config;
  const objects = await openObjects(config, logger);
  try {
    const db = await openDatabase(config, migrations);
    if (!objects) await assertNoObjects(db);
    return {
      db,
      readOnly: undefined,
      blobs: createPostgresBlobStore({ db, cache, objects, now }),
      deployLock: createPostgresDeployLock(databaseUrl, LOCK_WAIT_MS),
      listen: (callbacks: Parameters<ListenForActivations>[0]) =>
        listenForActivations({ databaseUrl, reconnectMs: RECONNECT_MS, ...callbacks }),
      close: (): Promise<void> => db.destroy(),
    };
  } catch (error) {
    const db = isDatabaseAway(error) && (await openStandby(path.join(dataDir, STANDBY), migrations));
    if (!db) throw error;
    const reason = `no answer from ${hostOf(databaseUrl)} (${reasonOf(error)})`;
    const readOnly: ReadOnly = { reason, isOver: () => answers(databaseUrl) };
    return {
      db,
      readOnly,
      blobs: cache,
      deployLock: createOwnDeployLock(),
      listen: undefined,
      close: (): Promise<void> => db.destroy(),
    };
  }
}

/** @throws GW_SETTING_INVALID when the store refuses. A store that is away is logged: the disk has copies of files. */
async function openObjects(
  { blobStore }: Pick<Config['data'], 'blobStore'>,
  logger: Pick<FastifyBaseLogger, 'error'>,
) {
  if (!blobStore) return undefined;
  const objects = await openObjectStore(blobStore);
  await objects.check().catch((error: unknown) => {
    if (!isPlatformError(error) || error.code !== gatewayErrors.OBJECT_STORE_AWAY.code) throw error;
    logger.error({ err: error }, 'the object store is away: files that are not on this disk cannot be read');
  });
  return objects;
}

/** @throws GW_SETTING_INVALID when files of the site are objects of a store that is not set. */
async function assertNoObjects(db: Kysely<Tables>): Promise<void> {
  const { count } = await db
    .selectFrom('blob')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('object', 'is not', null)
    .executeTakeFirstOrThrow();
  if (count === 0) return;
  const reason = `${count} files of the site are in an object store`;
  const fix = `Set BLOB_STORE as before: ${reason}.`;
  throw gatewayErrors.SETTING_INVALID({ name: 'BLOB_STORE', reason, fix });
}
