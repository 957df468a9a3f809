import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteDialect } from '../../../src/platform/database/database.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const run = (db: Kysely<unknown>, sql: string, ...values: unknown[]) =>
  db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, values));

async function openTable(file = path.join(testFolder(), 'site.db')) {
  const db = new Kysely<unknown>({ dialect: createSqliteDialect(file) });
  onTestFinished(() => db.destroy());
  await run(db, 'create table entry (id integer primary key, content blob)');
  return { db, file };
}

test('a slow commit does not block the event loop', async () => {
  const { db, file } = await openTable();
  // A commit waits for another writer as it waits for a slow disk.
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  let isCommitted = false;
  const committed = run(db, 'insert into entry (id) values (1)').then(() => (isCommitted = true));
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setTimeout(done, 1));
  expect(isCommitted).toBe(false);
  other.exec('commit');
  other.close();
  await committed;
  expect((await run(db, 'select id from entry')).rows).toEqual([{ id: 1 }]);
});

test('an error has its code and the next statement runs, and a full database has the code of a full disk', async () => {
  const { db } = await openTable();
  await run(db, 'insert into entry (id) values (1)');
  const again = run(db, 'insert into entry (id) values (1)');
  await expect(again).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 1555 });
  await run(db, 'pragma max_page_count = 2');
  const large = run(db, 'insert into entry (id, content) values (2, zeroblob(1000000))');
  await expect(large).rejects.toMatchObject({ code: 'ENOSPC', message: expect.stringContaining('full') });
  expect((await run(db, 'select id from entry')).rows).toEqual([{ id: 1 }]);
});

test('the error of a transaction that SQLite has ended is that of its statement', async () => {
  const { db } = await openTable();
  const full = Object.assign(new Error('database or disk is full'), { code: 'ENOSPC' });
  const change = db.transaction().execute(async (transaction) => {
    await run(transaction, 'rollback');
    throw full;
  });
  await expect(change).rejects.toBe(full);
});

test('a database that cannot be opened fails at the first statement', async () => {
  const db = new Kysely<unknown>({ dialect: createSqliteDialect('/nowhere/site.db') });
  onTestFinished(() => db.destroy());
  await expect(run(db, 'select 1')).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 14 });
});
