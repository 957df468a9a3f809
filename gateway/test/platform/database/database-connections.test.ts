import { setImmediate, setTimeout } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { createPostgresDialect, openDatabase } from '../../../src/platform/database/database.ts';
import type { Tables } from '../../../src/platform/database/tables.ts';
import { startTcpProxy } from '../../fixtures/tcp-proxy.ts';
import { emptyDatabase, NEEDS_SERVER, testFolder, withServer } from '../../fixtures/test-database.ts';

/** Limit of a query that gets no answer. */
const QUERY_LIMIT_MS = 500;

/** Resolves when the idle connections have read the reset. On a busy machine the timer can end before they read. */
async function noticed(): Promise<void> {
  await setTimeout(20);
  await setImmediate();
  await setImmediate();
}

/** A database behind a proxy that breaks connections. */
async function openBehindProxy() {
  const url = new URL(await emptyDatabase());
  const proxy = await startTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(url.href, QUERY_LIMIT_MS) });
  onTestFinished(() => db.destroy());
  const ask = () => sql`select 1`.execute(db);
  /** Queries on connections of their own. */
  const askAtOnce = () => Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(db)));
  return { db, proxy, ask, askAtOnce };
}

// An error without a listener fails the test run.
describe.runIf(withServer)('connections to PostgreSQL', NEEDS_SERVER, () => {
  test('a reset fails the query in progress as an outage, and the next query reconnects', async () => {
    const { db, proxy, ask, askAtOnce } = await openBehindProxy();
    for (let times = 0; times < 10; times++) {
      await askAtOnce();
      const inProgress = sql`select pg_sleep(20)`.execute(db).catch((error: unknown) => error);
      await noticed();
      proxy.reset();
      expect(await inProgress).toMatchObject({ code: 'GW_DATABASE_AWAY' });
      await noticed();
      await expect(ask()).resolves.toMatchObject({ rows: [{ '?column?': 1 }] });
    }
  });

  test('a reset of idle connections ends none of the next queries', async () => {
    const { proxy, ask, askAtOnce } = await openBehindProxy();
    for (let times = 0; times < 10; times++) {
      await askAtOnce();
      proxy.reset();
      await noticed();
      await expect(ask()).resolves.toMatchObject({ rows: [{}] });
    }
  });

  test('a start waits longer than a query for another gateway that changes the tables', async () => {
    const databaseUrl = await emptyDatabase();
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    onTestFinished(() => other.end());
    // The key of `migrateDatabase`.
    await other.query('select pg_advisory_lock(3853314791062309107)');
    const opening = openDatabase({ dataDir: testFolder(), databaseUrl }, {}, QUERY_LIMIT_MS);
    opening.catch(() => {});
    await setTimeout(2 * QUERY_LIMIT_MS);
    await other.query('select pg_advisory_unlock_all()');
    const db = await opening;
    onTestFinished(() => db.destroy());
    expect(await db.selectFrom('live').selectAll().execute()).toEqual([]);
  });

  test('one query without an answer replaces all connections that were dropped in silence', async () => {
    const { proxy, ask, askAtOnce } = await openBehindProxy();
    await askAtOnce();
    proxy.drop();
    await expect(ask()).rejects.toMatchObject({ code: 'GW_DATABASE_AWAY' });
    await expect(Promise.all([ask(), ask(), ask()])).resolves.toHaveLength(3);
  });
});
