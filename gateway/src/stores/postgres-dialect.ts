import { PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;

/** PostgreSQL's 64-bit integers as numbers, as SQLite gives them: ours are milliseconds and counts, far below 2^53. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
  },
};

/** @param connectionString `postgres://user:password@host:port/database`. */
export function createPostgresDialect(connectionString: string): PostgresDialect {
  return new PostgresDialect({ pool: async () => createPool(connectionString) });
}

function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    types: types as pg.CustomTypesConfig,
    max: 10,
    connectionTimeoutMillis: 5_000, // a database that hangs must not hold requests for ever
    idleTimeoutMillis: 30_000,
    application_name: 'voltframe-gateway',
  });
  // An idle connection that the server closes emits 'error'; unheard, it would end the process. The next query reconnects.
  pool.on('error', () => {});
  return pool;
}
