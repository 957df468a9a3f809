import { PostgresDialect } from 'kysely';
import pg from 'pg';

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
  // An idle connection that the server closes emits 'error'; unheard, it would end the process. The next query reconnects.
  pool.on('error', () => {});
  return pool;
}

/**
 * A connection of its own, for what belongs to a session: locks and notifications. Not connected yet; end it with `end()`.
 * @param purpose shown in PostgreSQL's list of sessions.
 */
export function createPostgresSession(connectionString: string, purpose: string): pg.Client {
  return new pg.Client({
    ...CONNECTION_LIMITS,
    connectionString,
    application_name: `voltframe-gateway ${purpose}`,
  });
}
