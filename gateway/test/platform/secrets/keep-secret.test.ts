import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
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
  const created = await Promise.all([keepSecret('links', db, SHARED), keepSecret('session', db, SHARED)]);
  expect(new Set(created).size).toBe(2);
  expect(await keepSecret('links', db, SHARED)).toBe(created[0]);
});

test('a secret that an operator removed is created again with another value', async () => {
  const [db, dataDir] = [await openTestDatabase(), testFolder()];
  const before = [await keepSecret('links', db, { dataDir }), await keepSecret('links', db, SHARED)];
  rmSync(path.join(dataDir, 'secrets', 'links'));
  await db.deleteFrom('secret').where('name', '=', 'links').execute();
  const after = [await keepSecret('links', db, { dataDir }), await keepSecret('links', db, SHARED)];
  expect(after).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
  expect(new Set([...before, ...after]).size).toBe(4);
});
