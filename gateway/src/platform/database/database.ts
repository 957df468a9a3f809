import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { migrateDatabase } from './migrations.ts';
import { createPostgresDialect } from './postgres-dialect.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

export interface DatabaseConfig {
  /** The data folder; it contains `site.db` unless `databaseUrl` is set. */
  dataDir: string;
  /** `postgres://…`; undefined or '' = SQLite. */
  databaseUrl?: string | undefined;
}

/**
 * Opens the site's one database and brings its tables up to date. Close it with `db.destroy()`.
 * @throws when the database cannot be used; the message names its host, and never the password.
 */
export async function openDatabase({ dataDir, databaseUrl }: DatabaseConfig): Promise<Kysely<Tables>> {
  if (!databaseUrl) mkdirSync(dataDir, { recursive: true });
  const dialect = databaseUrl
    ? createPostgresDialect(databaseUrl)
    : createSqliteDialect(path.join(dataDir, 'site.db'));
  const db = new Kysely<Tables>({ dialect });
  try {
    if (databaseUrl) await assertReachable(db, databaseUrl);
    await migrateDatabase(db, databaseUrl ? 'postgres' : 'sqlite');
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
