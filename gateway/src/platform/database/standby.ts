import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { Kysely, sql } from 'kysely';
import { createSqliteDialect } from './database.ts';
import { migrateDatabase, type Migration, type Tables } from './tables.ts';

/**
 * The rows that a gateway needs to serve the site while the shared database is away: by table, as they are stored
 * there. Tokens are in it by their hashes.
 */
type StandbyRows = Partial<Record<keyof Tables, object[]>>;

/** Compositions in the copy: the live one and its latest predecessors. Each has megabytes of releases. */
const MOST_COMPOSITIONS = 4;

/**
 * Copies these rows from the shared database to a file of the data folder.
 * @param file is replaced as a whole. Only the user of the gateway may read it: it has the secrets of the site.
 */
export async function writeStandby(db: Kysely<Tables>, file: string): Promise<void> {
  const wereLive = db.selectFrom('composition').selectAll().where('activated_at', '>', 0);
  const compositions = await wereLive
    // Only the live one has no lease. A clock that was ahead dates earlier ones after it.
    .orderBy(sql`leased_until is null`, 'desc')
    .orderBy('activated_at', 'desc')
    .limit(MOST_COMPOSITIONS)
    .execute();
  const releases = new Map<string, object>();
  for (const { body } of compositions)
    for (const [app, digest] of Object.entries((JSON.parse(body) as { apps: Record<string, string> }).apps)) {
      if (releases.has(digest)) continue;
      const release = db.selectFrom('release').selectAll().where('app', '=', app);
      releases.set(digest, await release.where('digest', '=', digest).executeTakeFirstOrThrow());
    }
  const rows: StandbyRows = {
    composition: compositions,
    release: [...releases.values()],
    live: await db.selectFrom('live').selectAll().execute(),
    token: await db.selectFrom('token').selectAll().where('revoked_at', 'is', null).execute(),
    secret: await db.selectFrom('secret').selectAll().execute(),
  };
  // Another gateway with the same folder may write the file, too.
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, JSON.stringify(rows), { mode: 0o600, flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Opens the copy as a database in memory that refuses writes.
 * @param ofPackages migrations of the packages that the gateway runs with.
 * @returns undefined when there is no copy that this version can read.
 */
export async function openStandby(
  file: string,
  ofPackages: Record<string, Migration>,
): Promise<Kysely<Tables> | undefined> {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(':memory:') });
  try {
    const rows = JSON.parse(readFileSync(file, 'utf8')) as StandbyRows;
    await migrateDatabase(db, { kind: 'sqlite', place: file }, ofPackages);
    for (const [table, list] of Object.entries(rows) as [keyof Tables, never[]][])
      for (const row of list) await db.insertInto(table).values(row).execute();
    await sql`pragma query_only = on`.execute(db);
    return db;
  } catch {
    await db.destroy();
    return undefined;
  }
}
