import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrateDatabase } from '../database/database.ts';

/** Secrets by name, of all gateways on one database. */
export interface SecretTables {
  site_secret: { name: string; value: string };
}

/** Where earlier versions kept them. */
interface EarlierTables extends SecretTables {
  enquiry_secret: { name: string; value: string };
  site_setting: { name: string; value: string };
}

const SETTING = 'secret:';

/** To be run before the migrations of the areas that kept secrets themselves. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- other stores' tables are in it too
export async function migrateSecrets(db: Kysely<any>): Promise<void> {
  await migrateDatabase(db, 'secret', migrations);
}

const migrations: Record<string, Migration> = {
  '001-gather': {
    async up(db: Kysely<EarlierTables>) {
      await db.schema
        .createTable('site_secret')
        .addColumn('name', 'varchar(40)', (column) => column.primaryKey())
        .addColumn('value', 'varchar(200)', (column) => column.notNull())
        .execute();
      for (const row of await earlier(db)) await db.insertInto('site_secret').values(row).execute();
    },
  },
};

/** What was signed with them goes on being good: links in mails, previews, sessions. */
async function earlier(db: Kysely<EarlierTables>): Promise<SecretTables['site_secret'][]> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name));
  const ofEnquiries = tables.has('enquiry_secret')
    ? await db.selectFrom('enquiry_secret').selectAll().execute()
    : [];
  if (!tables.has('site_setting')) return ofEnquiries;
  const settings = await db
    .selectFrom('site_setting')
    .selectAll()
    .where('name', 'like', `${SETTING}%`)
    .execute();
  await db.deleteFrom('site_setting').where('name', 'like', `${SETTING}%`).execute();
  return [
    ...ofEnquiries,
    ...settings.map(({ name, value }) => ({ name: name.slice(SETTING.length), value })),
  ];
}
