import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { DatabaseConfig } from '../database/database.ts';

/**
 * A secret that is created once, in the data folder or in the shared database of several gateways.
 * @param name the purpose: `preview`, `session`, `links`.
 * @param db of the site; other stores' tables are in it too.
 */
export async function keepSecret(
  name: string,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tables of every caller
  db: Kysely<any>,
  { dataDir, databaseUrl }: DatabaseConfig,
): Promise<string> {
  return databaseUrl ? secretInDatabase(db, name) : secretInFolder(dataDir, name);
}

/** The first gateway's secret stays, so that all gateways use the same. */
async function secretInDatabase(db: Kysely<Tables>, name: string): Promise<string> {
  const stored = db.selectFrom('secret').select('value').where('name', '=', name);
  const known = await stored.executeTakeFirst();
  if (known) return known.value;
  await db
    .insertInto('secret')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await stored.executeTakeFirstOrThrow()).value;
}

/**
 * A secret that is created once and stored in the data folder (mode 0600).
 * @param name the file is `{dataDir}/secrets/{name}`.
 */
function secretInFolder(dataDir: string, name: string): string {
  const folder = path.join(dataDir, 'secrets');
  const file = path.join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file); // atomic: of two processes one creates the file
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
