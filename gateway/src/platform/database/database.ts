import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { createPostgresDialect } from './postgres-dialect.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

export interface DatabaseConfig {
  /** Folder of everything the gateway keeps; holds `site.db` unless `databaseUrl` is set. */
  dataDir: string;
  /** `postgres://…`; undefined or '' = SQLite. */
  databaseUrl?: string | undefined;
}

/**
 * Opens the site's one database. Nothing connects before the first query. Close with `db.destroy()`.
 * Each store has its own migrations: see `migrateDatabase`.
 */
export function openDatabase<Tables>(config: DatabaseConfig): Kysely<Tables> {
  if (config.databaseUrl) return new Kysely<Tables>({ dialect: createPostgresDialect(config.databaseUrl) });
  mkdirSync(config.dataDir, { recursive: true });
  return new Kysely<Tables>({ dialect: createSqliteDialect(path.join(config.dataDir, 'site.db')) });
}

/**
 * Brings one area's tables up to date. Safe when several processes do so at once.
 * @param area names the area's own migration tables, so that areas do not depend on each other's order.
 * @param migrations by name, run in the order of their names (`001-create`).
 * @throws the first failure; what had failed is rolled back.
 */
export async function migrateDatabase(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration sees no table types: they change over time
  db: Kysely<any>,
  area: string,
  migrations: Record<string, Migration>,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: `${area}_migration`,
    migrationLockTableName: `${area}_migration_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
