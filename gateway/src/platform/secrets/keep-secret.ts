import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { DatabaseConfig } from '../database/database.ts';
import { secretInFolder } from './secret-in-folder.ts';

/**
 * A secret that is made once: in the data folder, or in the shared database, where several gateways agree on it.
 * @param name the purpose: `preview`, `session`, `links`, `webhook`.
 * @param db of the site; other stores' tables are in it too.
 */
export async function keepSecret(
  name: string,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whichever store opened it
  db: Kysely<any>,
  { dataDir, databaseUrl }: DatabaseConfig,
): Promise<string> {
  if (!databaseUrl) return secretInFolder(dataDir, name);
  return secretInDatabase(db, name);
}

/** The first gateway's is kept, so that all of them agree. */
export async function secretInDatabase(db: Kysely<Tables>, name: string): Promise<string> {
  await db
    .insertInto('site_secret')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('site_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
