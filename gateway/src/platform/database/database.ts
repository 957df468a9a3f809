import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type Dialect,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  sql,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Transaction,
} from 'kysely';
import { hasSite, migrateDatabase, type Migration, type Tables } from './tables.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import { isPlatformError, type PlatformError } from '@voltframe/kit/errors/define-errors';
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
 * @param queryLimitMs longest wait for the answer to one query of PostgreSQL; those that create tables have longer.
 * @throws when the database cannot be used; the message names its host, and never the password. GW_DATABASE_AWAY when
 *   it does not answer.
 */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseConfig,
  ofPackages: Record<string, Migration> = {},
  queryLimitMs = QUERY_LIMIT_MS,
): Promise<Kysely<Tables>> {
  const file = path.join(dataDir, 'site.db');
  if (!databaseUrl) {
    makePrivateFolder(dataDir);
    makePrivateFile(file);
  }
  const dialect = databaseUrl ? createPostgresDialect(databaseUrl, queryLimitMs) : createSqliteDialect(file);
  const db = new Kysely<Tables>({ dialect });
  try {
    const tables = tablesOf({ dataDir, databaseUrl });
    if (databaseUrl) {
      await assertReachable(db, databaseUrl);
      await inSetUp(databaseUrl, (setUp) => migrateDatabase(setUp, tables, ofPackages));
    } else await migrateDatabase(db, tables, ofPackages);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Steps may wait for another gateway, which executes them on large tables: they have a limit of their own. */
async function inSetUp(databaseUrl: string, work: (setUp: Kysely<Tables>) => Promise<void>): Promise<void> {
  const setUp = new Kysely<Tables>({ dialect: createPostgresDialect(databaseUrl, SET_UP_LIMIT_MS) });
  try {
    await work(setUp);
  } finally {
    await setUp.destroy();
  }
}

/**
 * Opens the database of a site that has run, for a command. It never creates a database: a command with wrong
 * settings would otherwise act on an empty database and report success.
 * @throws GW_NO_SITE when no gateway has stored anything there; otherwise as `openDatabase`.
 */
export async function openSiteDatabase(
  config: DatabaseConfig,
  ofPackages?: Record<string, Migration>,
): Promise<Kysely<Tables>> {
  const { dataDir, databaseUrl } = config;
  const file = path.resolve(dataDir, 'site.db');
  if (databaseUrl ? !(await hasTables(databaseUrl)) : !existsSync(file))
    throw gatewayErrors.NO_SITE({ place: placeOf(config) });
  return openDatabase(config, ofPackages);
}

/**
 * Opens the database of a data folder whose disk is full. What is stored can be read; every write is refused.
 * @throws when the tables are not those of this version: a full disk has no room for the missing steps.
 */
export async function openToRead(
  dataDir: string,
  ofPackages: Record<string, Migration>,
): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(path.join(dataDir, 'site.db'), 'exclusive') });
  try {
    await migrateDatabase(db, tablesOf({ dataDir }), ofPackages);
    await sql`pragma query_only = on`.execute(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function tablesOf(config: DatabaseConfig): { kind: 'sqlite' | 'postgres'; place: string } {
  return { kind: config.databaseUrl ? 'postgres' : 'sqlite', place: placeOf(config) };
}

/** For messages. */
function placeOf({ dataDir, databaseUrl }: DatabaseConfig): string {
  return databaseUrl ? `the database at ${hostOf(databaseUrl)}` : `the data folder ${path.resolve(dataDir)}`;
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
    return await hasSite(db, 'postgres');
  } finally {
    await db.destroy();
  }
}

/** Creates a folder that only its owner may read (0700); one that is there becomes so, if it is this user's. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  restrict(folder, 0o700);
}

/** SQLite gives its other files the mode of the database (0600). */
function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  restrict(file, 0o600);
}

function restrict(place: string, mode: number): void {
  const { uid, mode: current } = statSync(place);
  if (uid === process.getuid?.() && (current & 0o777) !== mode) chmodSync(place, mode);
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
export function isDatabaseAway(error: unknown): error is PlatformError {
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

/**
 * Kysely over Node's own SQLite, without a native dependency.
 * @param file path of the database, or `:memory:`.
 * @param locking `exclusive`: no other process can open it. It then needs no file beside it, for which a full disk has
 *   no room.
 */
export function createSqliteDialect(file: string, locking: 'normal' | 'exclusive' = 'normal'): Dialect {
  return {
    createDriver: () => new ThreadDriver(new SqliteThread(file, locking)),
    createAdapter: () => new TransactionalDdlAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/**
 * SQLite runs DDL in transactions, but Kysely's adapter declares that it does not. With this flag a failed migration
 * is rolled back as a whole.
 */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's driver provides the statements of transactions; the thread has the database. */
class ThreadDriver extends SqliteDriver {
  readonly #thread: SqliteThread;

  constructor(thread: SqliteThread) {
    super({ database: () => Promise.reject(new Error('the thread opens the database')) });
    this.#thread = thread;
  }

  override init = async (): Promise<void> => {};
  override acquireConnection = async (): Promise<SqliteThread> => this.#thread;
  override destroy = (): Promise<void> => this.#thread.end();

  /** SQLite itself ends a transaction for which the disk is full. The failed `rollback` would hide that error. */
  override async rollbackTransaction(connection: SqliteThread): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!error.message.includes('no transaction is active')) throw error;
    });
  }
}

/** PostgreSQL's 64-bit integers as numbers, as SQLite gives them: ours are milliseconds and counts, far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

/** Time limits for a server that hangs or is unreachable, in milliseconds. */
const CONNECTION_LIMITS = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;
/** Longest wait for the answer to one query, in milliseconds. The server or the way to it is silent after this time. */
const QUERY_LIMIT_MS = 10_000;
/** The same for the statements that create or change tables. */
const SET_UP_LIMIT_MS = 10 * MINUTE_MS;

/**
 * @param connectionString `postgres://user:password@host:port/database`.
 * @param queryLimitMs longest wait for the answer to one query.
 */
export function createPostgresDialect(
  connectionString: string,
  queryLimitMs = QUERY_LIMIT_MS,
): PostgresDialect {
  return new PostgresDialect({ pool: async () => createPool(connectionString, queryLimitMs) });
}

/** The driver's error of a query without an answer. */
const TIMED_OUT = 'Query read timeout';

/**
 * A client that converts connection errors to GW_DATABASE_AWAY with the name of the server. The pool calls it with
 * callbacks, Kysely with promises.
 */
class SiteClient extends pg.Client {
  /** Called when a query got no answer in time. */
  onSilent: () => void = () => {};

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- `query` has a dozen overloads
  override query(...call: any[]): any {
    const answer: Promise<unknown> | undefined = super.query(...(call as [string]));
    return answer?.catch((error: unknown) => {
      if ((error as Error).message === TIMED_OUT) this.#close();
      return throwOf(error, `${this.host}:${this.port}`);
    });
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  override connect(...call: any[]): any {
    const answer: Promise<unknown> | undefined = super.connect(...(call as []));
    return answer?.catch((error: unknown) => throwOf(error, `${this.host}:${this.port}`));
  }

  /** The next query of this connection would wait for the answer to the one that timed out. */
  #close(): void {
    void this.end().catch(() => {});
    this.onSilent();
  }
}

function createPool(connectionString: string, queryLimitMs: number): PostgresPool {
  const database = hostOf(connectionString);
  const open = (): pg.Pool => {
    const opened = new pg.Pool({
      Client: SiteClient,
      ...CONNECTION_LIMITS,
      connectionString,
      types,
      max: 10,
      query_timeout: queryLimitMs,
      idleTimeoutMillis: 30_000,
      application_name: 'voltframe-gateway',
    });
    // An idle connection that the server closes emits 'error'. The next query reconnects.
    opened.on('error', () => {});
    opened.on('connect', (client: pg.PoolClient & Partial<Pick<SiteClient, 'onSilent'>>) => {
      // A reset also rejects the query that it interrupts. The pool listens to idle clients only, and an 'error'
      // without a listener ends the process.
      client.on('error', () => {});
      client.onSilent = () => replace(opened);
    });
    return opened;
  };
  let pool = open();
  const ending = new Set<Promise<void>>();
  /**
   * A failover or a firewall drops all connections in silence at the same time: after one query without an answer, new
   * connections replace the others too. Queries in progress keep their own limit.
   */
  const replace = (silent: pg.Pool): void => {
    if (silent !== pool || silent.ending) return;
    pool = open();
    const ended = silent.end().catch(() => {});
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  };
  return {
    options: pool.options,
    connect: () => pool.connect().catch((error: unknown) => throwOf(error, database)),
    async end(): Promise<void> {
      await Promise.all([pool.end(), ...ending]);
    },
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
    query_timeout: QUERY_LIMIT_MS,
    application_name: `voltframe-gateway ${purpose}`,
  });
}

/** @returns the result of `work`, which runs in the transaction that `db` is, or in one of its own. */
export function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work);
}
