import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { enquiryMigrations } from '../../../src/enquiries/tables.ts';
import { keepSecret } from '../../../src/platform/secrets/keep-secret.ts';
import { migrateSecrets } from '../../../src/platform/secrets/secret-table.ts';
import { migrateDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { stateMigrations } from '../../../src/platform/database/state-schema.ts';
import { testFolder } from '../../fixtures/test-database.ts';

/** Several gateways share it; here it is SQLite's, since only its tables matter. */
const SHARED = { dataDir: '', databaseUrl: 'postgres://shared' };

function openTestDatabase(): Kysely<Record<string, { name: string; value: string }>> {
  const db = openDatabase<Record<string, { name: string; value: string }>>({ dataDir: testFolder() });
  onTestFinished(() => db.destroy());
  return db;
}

test('a secret in a shared database is made once, and each name has its own', async () => {
  const db = openTestDatabase();
  const made = await Promise.all([keepSecret('links', db, SHARED), keepSecret('webhook', db, SHARED)]);
  expect(new Set(made).size).toBe(2);
  expect(await keepSecret('links', db, SHARED)).toBe(made[0]);
});

test('secrets of an earlier version stay what they were, wherever they lay', async () => {
  const db = openTestDatabase();
  await migrateDatabase(db, 'site', stateMigrations);
  await migrateDatabase(db, 'enquiry', { '001-create': enquiryMigrations['001-create']! });
  await db.insertInto('enquiry_secret').values({ name: 'links', value: 'of links' }).execute();
  await db.insertInto('site_setting').values({ name: 'secret:preview', value: 'of previews' }).execute();
  await db.insertInto('site_setting').values({ name: 'other', value: 'stays' }).execute();
  await migrateSecrets(db);
  await migrateDatabase(db, 'enquiry', enquiryMigrations);
  expect(await keepSecret('links', db, SHARED)).toBe('of links');
  expect(await keepSecret('preview', db, SHARED)).toBe('of previews');
  expect(await db.selectFrom('site_setting').selectAll().execute()).toEqual([
    { name: 'other', value: 'stays' },
  ]);
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  expect(tables).not.toContain('enquiry_secret');
});
