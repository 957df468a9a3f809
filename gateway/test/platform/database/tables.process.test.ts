import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { enquiryMigrations } from '@voltframe/enquiries/migrations';
import { Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import {
  createPostgresDialect,
  createSqliteDialect,
  openDatabase,
} from '../../../src/platform/database/database.ts';
import { sha256 } from '../../fixtures/fixture-release.ts';
import { emptyDatabase, NEEDS_SERVER, query, testFolder, withServer } from '../../fixtures/test-database.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

const FIXTURES = path.join(import.meta.dirname, '../../../../tests/fixtures/earlier-data');

/** What the earlier gateway reported: tests/fixtures/earlier-data/README.md. */
interface Expected {
  at: number;
  operator: string;
  preview: string;
  history: object;
  enquiries: object[];
  outbox: object[];
}

/** @returns a copy of the data of an earlier gateway: in a folder, or in a database beside an empty folder. */
async function copyEarlierData() {
  const folder = testFolder();
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const read = (name: string) => readFileSync(path.join(FIXTURES, name));
  const expected = (name: string) => JSON.parse(read(name).toString()) as Expected;
  if (!withServer) {
    execFileSync('tar', ['-xzf', path.join(FIXTURES, 'data-folder.tar.gz'), '-C', dataDir]);
    return { folder, dataDir, databaseUrl: undefined, expected: expected('data-folder.json') };
  }
  const databaseUrl = await emptyDatabase();
  await query(
    databaseUrl,
    gunzipSync(read('database.sql.gz')).toString().replace('CREATE SCHEMA public;', ''),
  );
  return { folder, dataDir, databaseUrl, expected: expected('database.json') };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tables of two versions
type AnyDatabase = Kysely<any>;

/** Opens a database without a migration. */
function open({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }): AnyDatabase {
  const file = path.join(dataDir, 'site.db');
  const db = new Kysely({
    dialect: databaseUrl ? createPostgresDialect(databaseUrl) : createSqliteDialect(file),
  });
  onTestFinished(() => db.destroy());
  return db;
}

/** @returns the rows of the tables in which the earlier gateway recorded its migrations, by table. */
async function earlierRecords(db: AnyDatabase) {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(
    ({ name }) => name,
  );
  const records = tables.filter((name) => /^(?!schema)[a-z]+_migration$/.test(name)).toSorted();
  const rows = records.map(async (name) => [
    name,
    (await sql`select * from ${sql.table(name)}`.execute(db)).rows,
  ]);
  return Object.fromEntries(await Promise.all(rows)) as Record<string, object[]>;
}

test('a gateway serves the data of an earlier version, and does not change its migration records', async () => {
  const { folder, expected, ...config } = await copyEarlierData();
  const db = open(config);
  const records = await earlierRecords(db);
  expect(Object.keys(records)).toContain('site_migration');

  const env = config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl };
  const logger = pino({ level: 'silent' });
  const gateway = await startTestGateway([], env, folder, logger, expected.at + 60_000);
  const page = async (headers = {}) =>
    (await gateway.app.inject({ url: '/docs', headers: { accept: 'text/html', ...headers } })).body;
  expect(await page()).toContain('<h1>second</h1>');
  const call = (url: string) =>
    gateway.ops.inject({ url, headers: { authorization: `Bearer ${expected.operator}` } });
  expect((await call('/-/status')).json()).toMatchObject({ frozen: { by: 'ada' } });
  expect((await call('/-/history?limit=50')).json()).toEqual(expected.history);
  const largeFile = `/* ${'large '.repeat(4_000)} */`;
  expect((await call(`/-/blobs/${sha256(largeFile)}`)).body).toBe(largeFile);

  const preview = await gateway.app.inject({ url: new URL(expected.preview).pathname });
  expect(preview.statusCode).toBe(303);
  const cookie = String(preview.headers['set-cookie']).split(';')[0]!;
  expect(await page({ cookie })).toContain('<h1>fourth</h1>');
  await expect.poll(() => existsSync(path.join(config.dataDir, 'blobs/small.db'))).toBe(false);
  await gateway.close();

  const rowsOf = async (table: string) =>
    (await sql`select * from ${sql.table(table)} order by id`.execute(db)).rows;
  const byId = (rows: object[]) =>
    rows.toSorted((a, b) => ('id' in a && 'id' in b && String(a.id) < String(b.id) ? -1 : 1));
  expect(await rowsOf('enquiry')).toEqual(expected.enquiries);
  expect(byId((await rowsOf('enquiry_outbox')) as object[])).toEqual(byId(expected.outbox));
  for (const table of [
    'site_token',
    'site_key',
    'seeing_error',
    'figure_day',
    'alert',
    'site_upstream_answer',
  ])
    expect((await sql`select * from ${sql.table(table)}`.execute(db)).rows).not.toEqual([]);
  expect(await earlierRecords(db)).toEqual(records);
});

const POST = {
  contract: 'contact@1',
  name: 'Grace',
  email: 'grace@example.test',
  topic: 'robotics',
  message: 'A message of some words.',
  consent: 'yes',
};

test.each([
  ['declare', false],
  ['only name', true],
])(
  'pages of an earlier version still work: payload, files of live and leased releases, and forms that releases %s',
  async (_, areNamed) => {
    const { folder, expected, ...config } = await copyEarlierData();
    if (areNamed) {
      const db = open(config);
      const { rows } = await sql<{
        app: string;
        digest: string;
        body: string;
      }>`select * from site_release`.execute(db);
      for (const { app, digest, body } of rows.filter((row) => row.app === 'docs')) {
        const named = JSON.stringify({ ...(JSON.parse(body) as object), forms: ['contact@1'] });
        await sql`update site_release set body = ${named} where app = ${app} and digest = ${digest}`.execute(
          db,
        );
      }
    }
    const env = config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl };
    const logger = pino({ level: 'silent' });
    const at = expected.at + 60_000;
    const { app, site } = await startTestGateway(
      [],
      { ...env, ENQUIRY_RETENTION_DAYS: '0' },
      folder,
      logger,
      at,
    );
    const { id } = site.live()!.composition;
    const addresses = [
      `/docs/_payload.json?${id}`,
      '/assets/docs/second.0000000009.js',
      '/assets/docs/first.0000000009.js',
      '/api/_nuxt_icon/lucide.json?icons=house',
    ];
    for (const url of addresses) expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200]);
    const posted = await app.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(POST).toString(),
    });
    expect([posted.statusCode, posted.headers['location']]).toEqual([303, '/contact?sent=1']);
  },
);

test('a new database has the tables of a migrated one, and records all steps for the earlier version', async () => {
  const { folder, expected: _, ...config } = await copyEarlierData();
  const describeDatabase = async (db: AnyDatabase) => {
    const tables = await db.introspection.getTables();
    const columns = tables.flatMap(({ name, columns: all }) =>
      all.map((column) => `${name}.${column.name} ${column.dataType} ${column.isNullable}`),
    );
    const names = Object.entries(await earlierRecords(db)).map(([table, rows]) => [
      table,
      rows.map((row) => (row as { name: string }).name),
    ]);
    return { columns: columns.filter((column) => !column.includes('_migration')).toSorted(), names };
  };
  const migrated = await openDatabase(config, enquiryMigrations);
  const ofMigrated = await describeDatabase(migrated);
  await migrated.destroy();
  const databaseUrl = withServer ? await emptyDatabase() : undefined;
  const created = await openDatabase({ dataDir: path.join(folder, 'new'), databaseUrl }, enquiryMigrations);
  onTestFinished(() => created.destroy());
  expect(await describeDatabase(created)).toEqual(ofMigrated);
});

test('every row of an earlier version can be inserted into a current database', async () => {
  const { folder, expected: _, ...config } = await copyEarlierData();
  const db = open(config);
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  // Rows that others refer to come first.
  const order = [
    'seeing_error',
    'site_blob',
    'enquiry',
    ...tables.filter((name) => !/_migration/.test(name)),
  ];
  const rows = new Map<string, object[]>();
  for (const name of new Set(order))
    if (tables.includes(name))
      rows.set(name, (await sql<object>`select * from ${sql.table(name)}`.execute(db)).rows);
  expect([...rows.values()].filter((stored) => stored.length > 0).length).toBeGreaterThan(12);
  const databaseUrl = withServer ? await emptyDatabase() : undefined;
  const today: AnyDatabase = await openDatabase(
    { dataDir: path.join(folder, 'new'), databaseUrl },
    enquiryMigrations,
  );
  onTestFinished(() => today.destroy());
  for (const [name, stored] of rows)
    for (const row of stored) await today.insertInto(name).values(row).execute();
});

test('a gateway may run without a package, then with it, then without it on one database', async () => {
  const config = { dataDir: testFolder(), databaseUrl: withServer ? await emptyDatabase() : undefined };
  const entries: number[] = [];
  for (const migrations of [{}, enquiryMigrations, {}, enquiryMigrations]) {
    const db: AnyDatabase = await openDatabase(config, migrations);
    if (migrations === enquiryMigrations) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from enquiry`.execute(db);
      entries.push(rows[0]!.count);
      await sql`insert into subscriber values ('s', 'a@b.test', 'pending', 1, 1, 1, null) on conflict do nothing`.execute(
        db,
      );
    }
    await db.destroy();
  }
  expect(entries).toEqual([0, 0]);
});

test.runIf(withServer)(
  'gateways that start at the same time migrate a database once',
  NEEDS_SERVER,
  async () => {
    const config = { dataDir: testFolder(), databaseUrl: await emptyDatabase() };
    const opened = await Promise.all([openDatabase(config), openDatabase(config), openDatabase(config)]);
    for (const db of opened) onTestFinished(() => db.destroy());
    const { rows } = await sql<{ name: string }>`select name from schema_step`.execute(opened[0]);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  },
);
