import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect, sql, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';
import { migrateDatabase, type Migration, type Tables } from './tables.ts';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';

export interface DatabaseConfig {
  /** The data folder; it contains `site.db` unless `databaseUrl` is set. */
  dataDir: string;
  /** `postgres://…`; undefined or '' = SQLite. */
  databaseUrl?: string | undefined;
}

/**
 * Opens the site's one database and brings its tables up to date. Close it with `db.destroy()`.
 * @param ofPackages migrations of the packages that the gateway runs with.
 * @throws when the database cannot be used; the message names its host, and never the password.
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

/** The driver's own message is empty when nothing listens at the address. */
async function assertReachable(db: Kysely<Tables>, databaseUrl: string): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const { host } = new URL(databaseUrl);
    throw new Error(`The database at ${host} cannot be used (DATABASE_URL): ${message || code}`, {
      cause: error,
    });
  }
}

/** How long a writer waits for another process (the gateway, `npm run inbox`) before it gives up. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Kysely over Node's own SQLite, without a native dependency.
 * @param file path of the database, or `:memory:`.
 */
export function createSqliteDialect(file: string): SqliteDialect {
  return new TransactionalDdlDialect({ database: async () => openSqlite(file) });
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

function openSqlite(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  // FULL: a commit is on the disk before it is answered (WAL with NORMAL may lose the last ones in a power cut).
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  return {
    close: () => database.close(),
    prepare(text) {
      // A deferred transaction that reads, then writes, fails at once (SQLITE_BUSY_SNAPSHOT) when another process
      // wrote in between, whatever the busy timeout. Taking the write lock first makes it wait instead.
      const statement = database.prepare(text === 'begin' ? 'begin immediate' : text);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
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

function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
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
  return pool;
}

/**
 * A connection of its own, for locks and notifications, which belong to a session. Not connected yet; end it with
 * `end()`.
 * @param purpose shown in PostgreSQL's list of sessions.
 */
export function createPostgresSession(connectionString: string, purpose: string): pg.Client {
  return new pg.Client({
    ...CONNECTION_LIMITS,
    connectionString,
    application_name: `voltframe-gateway ${purpose}`,
  });
}
