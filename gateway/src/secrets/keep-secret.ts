import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { secretInFolder } from '../enquiries/secrets.ts';
import type { StateTables } from '../stores/state-schema.ts';

/**
 * A secret that is made once: in the data folder (mode 0600), or in the shared database, where several gateways agree on it.
 * @param name `preview`, `session`.
 */
export async function keepSecret(
  name: string,
  db: Kysely<StateTables>,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): Promise<string> {
  if (databaseUrl === undefined) return secretInFolder(dataDir, name);
  const key = `secret:${name}`;
  await db
    .insertInto('site_setting')
    .values({ name: key, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('site_setting')
    .select('value')
    .where('name', '=', key)
    .executeTakeFirstOrThrow();
  return value;
}
