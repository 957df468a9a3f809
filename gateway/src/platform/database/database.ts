import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  sql,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
} from 'kysely';
import { migrateDatabase, type Migration, type Tables } from './tables.ts';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import pg from 'pg';
import { gatewayErrors } from '../errors.ts';

export interface DatabaseConfig {
  /** The data folder; it contains `site.db` unless `databaseUrl` is set. */
  dataDir: string;
  /** `postgres://…`; undefined or '' = SQLite. */
  databaseUrl?: string | undefined;
}

/**
 * Opens the site's one database and brings its tables up to date. Close it with `db.destroy()`.
 * @param ofPackages migrations of the packages that the gateway runs with.
 * @throws when the database cannot be used; the message names its host, and never the password. GW_DATABASE_AWAY when it
 *   does not answer.
 */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseConfig,
  ofPackages: Record<string, Migration> = {},
): Promise<Kysely<Tables>> {
  if (!databaseUrl) mkdirSync(dataDir, { recursive: true });
  const dialect = databaseUrl
    ? createPostgresDialect(databaseUrl)
    : createSqliteDialect(path.join(dataDir, 'site.db'));
  const db = new Kysely<Tables>({ dialect });
  try {
    if (databaseUrl) await assertReachable(db, databaseUrl);
    await migrateDatabase(db, databaseUrl ? 'postgres' : 'sqlite', ofPackages);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Opens the database of a site that has run, for a command. It never creates one: with other settings than the gateway's
 * the command would act on an empty database, and say that it has done so.
 * @throws GW_NO_SITE when no gateway has stored anything there; otherwise as `openDatabase`.
 */
export async function openSiteDatabase(
  config: DatabaseConfig,
  ofPackages?: Record<string, Migration>,
): Promise<Kysely<Tables>> {
  const { dataDir, databaseUrl } = config;
  const file = path.resolve(dataDir, 'site.db');
  if (databaseUrl ? !(await hasTables(databaseUrl)) : !existsSync(file))
    throw gatewayErrors.NO_SITE({
      place: databaseUrl ? `the database at ${hostOf(databaseUrl)}` : path.dirname(file),
    });
  return openDatabase(config, ofPackages);
}

/**
 * Opens the database of a data folder whose disk is full. What is stored can be read; every write is refused.
 * @throws when the database is of an earlier version: its tables cannot be brought up to date.
 */
export async function openToRead(
  dataDir: string,
  ofPackages: Record<string, Migration>,
): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(path.join(dataDir, 'site.db'), 'exclusive') });
  try {
    await migrateDatabase(db, 'sqlite', ofPackages);
    await sql`pragma query_only = on`.execute(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** @returns whether the server takes a connection. */
export async function answers(databaseUrl: string): Promise<boolean> {
  const session = createPostgresSession(databaseUrl, 'look');
  session.on('error', () => {});
  const isThere = await session.connect().then(
    () => true,
    () => false,
  );
  await session.end().catch(() => {});
  return isThere;
}

async function hasTables(databaseUrl: string): Promise<boolean> {
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(databaseUrl) });
  try {
    await assertReachable(db, databaseUrl);
    const found = await sql<{ found: string | null }>`select to_regclass('site_live') as found`.execute(db);
    return Boolean(found.rows[0]?.found);
  } finally {
    await db.destroy();
  }
}

/** The driver's own message is empty when nothing listens at the address. */
async function assertReachable(db: Kysely<Tables>, databaseUrl: string): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      `The database at ${hostOf(databaseUrl)} cannot be used (DATABASE_URL): ${message || code}`,
      {
        cause: error,
      },
    );
  }
}

/** @returns whether a query failed because the database does not answer, or takes no writes. */
export function isDatabaseAway(error: unknown): boolean {
  return isPlatformError(error) && error.code === gatewayErrors.DATABASE_AWAY.code;
}

/** Nothing listens, or the server cuts off, starts, has no room, or only reads: errors of Node and of PostgreSQL. */
const AWAY =
  /^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)UNREACH|ETIMEDOUT|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|57P0[1-5]|08...|53...|25006)$/;
/** Errors of the driver without a code. */
const NO_ANSWER =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client )/;

/** @throws GW_DATABASE_AWAY for an error that says so, and any other as it is. */
function throwOf(error: unknown, database: string): never {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (!AWAY.test(code) && !NO_ANSWER.test(message)) throw error;
  throw gatewayErrors.DATABASE_AWAY({ database, reason: code || message }, error);
}

/** How long a writer waits for another process (the gateway, `npm run inbox`) before it gives up. */
const BUSY_TIMEOUT_MS = 5_000;

/** SQLITE_READONLY: https://sqlite.org/rescode.html */
const READ_ONLY = 8;

/**
 * Kysely over Node's own SQLite, without a native dependency.
 * @param file path of the database, or `:memory:`.
 * @param locking `exclusive`: no other process can open it. It then needs no file beside it, for which a full disk has no
 *   room.
 */
export function createSqliteDialect(file: string, locking: 'normal' | 'exclusive' = 'normal'): SqliteDialect {
  return new TransactionalDdlDialect({ database: async () => openSqlite(file, locking) });
}

/** SQLite runs DDL in transactions; Kysely's adapter does not say so. With it, a migration is whole or not at all. */
class TransactionalDdlDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openSqlite(file: string, locking: string): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  // FULL: a commit is on the disk before it is answered (WAL with NORMAL may lose the last ones in a power cut).
  database.exec(`PRAGMA locking_mode = ${locking}`);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  return {
    close: () => database.close(),
    prepare(text) {
      // A deferred transaction that reads, then writes, fails at once (SQLITE_BUSY_SNAPSHOT) when another process
      // wrote in between, whatever the busy timeout. Taking the write lock first makes it wait instead.
      const statement = database.prepare(text === 'begin' ? 'begin immediate' : text);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      const refused = <Result>(execute: () => Result): Result => {
        try {
          return execute();
        } catch (error) {
          if ((error as { errcode?: number }).errcode !== READ_ONLY) throw error;
          throw gatewayErrors.DATABASE_AWAY({ database: file, reason: 'it is read-only' }, error);
        }
      };
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => refused(() => statement.all(...values(parameters))),
        run: (parameters) => refused(() => statement.run(...values(parameters))),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}

/** PostgreSQL's 64-bit integers as numbers, as SQLite gives them: ours are milliseconds and counts, far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/** A server that hangs or is cut off must not hold anybody for ever; times in milliseconds. */
const CONNECTION_LIMITS = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;
const QUERY_LIMIT_MS = 30_000;

/** @param connectionString `postgres://user:password@host:port/database`. */
export function createPostgresDialect(connectionString: string): PostgresDialect {
  return new PostgresDialect({ pool: async () => createPool(connectionString) });
}

/** A client whose errors say when the server is away, and name it. The pool calls it with callbacks, Kysely without. */
class SiteClient extends pg.Client {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- it has a dozen forms
  override query(...call: any[]): any {
    const answer: Promise<unknown> | undefined = super.query(...(call as [string]));
    return answer?.catch((error: unknown) => throwOf(error, `${this.host}:${this.port}`));
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  override connect(...call: any[]): any {
    const answer: Promise<unknown> | undefined = super.connect(...(call as []));
    return answer?.catch((error: unknown) => throwOf(error, `${this.host}:${this.port}`));
  }
}

function createPool(connectionString: string): PostgresPool {
  const database = hostOf(connectionString);
  const pool = new pg.Pool({
    Client: SiteClient,
    ...CONNECTION_LIMITS,
    connectionString,
    types,
    max: 10,
    query_timeout: QUERY_LIMIT_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'voltframe-gateway',
  });
  // An idle connection that the server closes emits 'error'; unheard, it would end the process. The next query
  // reconnects.
  pool.on('error', () => {});
  return {
    options: pool.options,
    connect: () => pool.connect().catch((error: unknown) => throwOf(error, database)),
    end: () => pool.end(),
  };
}

/** @returns the host of a database and its port, for messages: the address has a password. */
export function hostOf(databaseUrl: string): string {
  return new URL(databaseUrl).host || 'the local socket';
}

/**
 * A connection of its own, for locks and notifications, which belong to a session. Not connected yet; end it with
 * `end()`.
 * @param purpose shown in PostgreSQL's list of sessions.
 */
export function createPostgresSession(connectionString: string, purpose: string): pg.Client {
  return new SiteClient({
    ...CONNECTION_LIMITS,
    connectionString,
    application_name: `voltframe-gateway ${purpose}`,
  });
}
