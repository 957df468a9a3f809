import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { migrateDatabase } from '../../../src/platform/database/tables.ts';
import { keepSecret } from '../../../src/platform/secrets/keep-secret.ts';
import { testFolder } from '../../fixtures/test-database.ts';

/** The settings of a shared database; the tests use SQLite, since only the tables matter. */
const SHARED = { dataDir: '', databaseUrl: 'postgres://shared' };

async function openTestDatabase() {
  const db = await openDatabase({ dataDir: testFolder() });
  onTestFinished(() => db.destroy());
  return db;
}

test('a secret in a data folder is created once, and readable by its owner only', async () => {
  const [db, dataDir] = [await openTestDatabase(), testFolder()];
  const first = await keepSecret('links', db, { dataDir });
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(await keepSecret('links', db, { dataDir })).toBe(first);
  const file = path.join(dataDir, 'secrets', 'links');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([first, 0o600]);
  expect(readdirSync(path.dirname(file))).toEqual(['links']);
});

test('a secret in a shared database is created once, and each name has its own', async () => {
  const db = await openTestDatabase();
  const created = await Promise.all([keepSecret('links', db, SHARED), keepSecret('webhook', db, SHARED)]);
  expect(new Set(created).size).toBe(2);
  expect(await keepSecret('links', db, SHARED)).toBe(created[0]);
});

test.each([
  ['of enquiries and of settings', true],
  ['of settings alone', false],
])('secrets of an earlier version do not change: %s', async (_, withEnquiries) => {
  const db = await openTestDatabase();
  const run = async (statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  // The tables before the step.
  await run([
    "delete from schema_step where name in ('008-secrets', '009-earlier-secrets')",
    "delete from schema_migration where name in ('008-secrets', '009-earlier-secrets')",
    'delete from secret_migration',
    'drop table site_secret',
    'drop table site_role_token',
    "insert into site_setting values ('secret:preview', 'of previews'), ('other', 'stays')",
  ]);
  if (withEnquiries)
    await run([
      "delete from enquiry_migration where name like '002%'",
      'create table enquiry_secret (name text, value text)',
      "insert into enquiry_secret values ('links', 'of links')",
    ]);
  await migrateDatabase(db, 'sqlite');
  if (withEnquiries) expect(await keepSecret('links', db, SHARED)).toBe('of links');
  expect(await keepSecret('preview', db, SHARED)).toBe('of previews');
  expect(await db.selectFrom('site_setting').selectAll().execute()).toEqual([
    { name: 'other', value: 'stays' },
  ]);
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  expect(tables.includes('enquiry_secret')).toBe(false);
});
