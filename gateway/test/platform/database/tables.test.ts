import { enquiryMigrations } from '@voltframe/enquiries/migrations';
import { Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createPostgresDialect,
  createSqliteDialect,
  openDatabase,
  openSiteDatabase,
} from '../../../src/platform/database/database.ts';
import { migrateDatabase, type Migration, STEPS } from '../../../src/platform/database/tables.ts';
import { GATEWAY_VERSION } from '../../../src/platform/version.ts';
import { emptyDatabase, NEEDS_SERVER, testFolder, withServer } from '../../fixtures/test-database.ts';

const ALL: Record<string, Migration> = { ...STEPS, ...enquiryMigrations };

/** The steps of 1.0.0 create the tables. Each later step must keep the version before it able to use them. */
const FIRST = ['001-site', '001-enquiries'];

async function setUp() {
  const dataDir = testFolder();
  const databaseUrl = withServer ? await emptyDatabase() : undefined;
  const dialect = databaseUrl
    ? createPostgresDialect(databaseUrl)
    : createSqliteDialect(`${dataDir}/site.db`);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tables of several versions
  const db = new Kysely<any>({ dialect });
  onTestFinished(() => db.destroy());
  const of = { kind: databaseUrl ? 'postgres' : 'sqlite', place: 'here' } as const;
  const migrate = (steps: Record<string, Migration>) => migrateDatabase(db, of, enquiryMigrations, steps);
  const recorded = async () =>
    (await sql<{ name: string }>`select * from schema_step order by name`.execute(db)).rows;
  const tables = async () => (await db.introspection.getTables()).map(({ name }) => name).toSorted();
  return { db, migrate, recorded, tables, config: { dataDir, databaseUrl } };
}

/** @returns the statements of a step that an earlier version may not survive. */
function unsafe({ statements, ofPostgres = [], breaksEarlier }: Migration): string[] {
  const adds =
    /^\s*create (?:table|index) |^\s*alter table \w+ add column \w+ \w+(?:\(\d+\))?(?: not null default \S+)?\s*$/;
  return breaksEarlier ? [] : [...statements, ...ofPostgres].filter((statement) => !adds.test(statement));
}

describe('the rule that a step only adds to the tables of an earlier version', () => {
  test.each([
    ['alter table pin drop column actor'],
    ['alter table pin add column reason text not null'],
    ['alter table pin rename column actor to name'],
    ['drop table pin'],
    ['create unique index pin_actor on pin (actor)'],
    ["update pin set actor = ''"],
  ])('refuses %s', (statement) => {
    expect(unsafe({ statements: [statement] })).toEqual([statement]);
    expect(unsafe({ statements: [], ofPostgres: [statement] })).toEqual([statement]);
    expect(unsafe({ statements: [statement], breaksEarlier: true })).toEqual([]);
  });

  test('holds for the steps since version 1.0.0', () => {
    expect(Object.keys(ALL)).toEqual(expect.arrayContaining(FIRST));
    const later = Object.entries(ALL).filter(([name]) => !FIRST.includes(name));
    expect(later.flatMap(([, step]) => unsafe(step))).toEqual([]);
  });
});

test('the tables of a new database are those of the steps, and a second start changes nothing', async () => {
  const { migrate, recorded, tables } = await setUp();
  await migrate(STEPS);
  const before = await recorded();
  expect(before.map(({ name }) => name)).toEqual(Object.keys(ALL).toSorted());
  const created = Object.values(ALL)
    .flatMap(({ statements, ofPostgres = [] }) => [...statements, ...(withServer ? ofPostgres : [])])
    .flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);
  expect(await tables()).toEqual([...created, 'schema_step'].toSorted());
  await migrate(STEPS);
  expect(await recorded()).toEqual(before);
});

test('a step of a newer version and its tables are not changed', async () => {
  const { db, migrate, recorded } = await setUp();
  await migrate({ ...STEPS, '900-later': { statements: ['create table later (id integer)'] } });
  const before = await recorded();
  expect(before.at(-1)).toMatchObject({ name: '900-later', version: GATEWAY_VERSION, breaks: 0 });
  await migrate(STEPS);
  expect(await recorded()).toEqual(before);
  await sql`insert into later values (1)`.execute(db);
});

test('a database with a breaking step of a newer version is refused, and not changed', async () => {
  const { db, migrate, recorded, config } = await setUp();
  const breaking = { statements: ['drop table pin'], breaksEarlier: true as const };
  await migrate({ ...STEPS, '900-removal': breaking });
  await sql`update schema_step set version = '2.0.0' where name = '900-removal'`.execute(db);
  const before = await recorded();
  const withMissingStep = {
    ...enquiryMigrations,
    '800-missing': { statements: ['create table missing (id integer)'] },
  };
  await expect(openDatabase(config, withMissingStep)).rejects.toMatchObject({
    code: 'GW_DATABASE_NEWER',
    message: expect.stringContaining('the database is used by a newer version: 2.0.0.') as string,
  });
  expect(await recorded()).toEqual(before);
  await migrate({ ...STEPS, '900-removal': breaking });
});

test('a database that a version before 1.0.0 wrote is refused with its place and a way out, and not changed', async () => {
  const { db, tables, config } = await setUp();
  await sql`create table site_live (slot integer primary key, composition text not null)`.execute(db);
  const place = withServer ? 'the database at ' : `the data folder ${config.dataDir}`;
  for (const open of [openDatabase, openSiteDatabase])
    await expect(open(config)).rejects.toMatchObject({
      code: 'GW_DATABASE_UNRELEASED',
      message: expect.stringContaining(`a version before 1.0.0 wrote ${place}`) as string,
      fix: 'Use an empty data folder or database, and publish the apps again.',
    });
  expect(await tables()).toEqual(['site_live']);
});

test('a failed step rolls back the steps before it', async () => {
  const { migrate, tables } = await setUp();
  const failing = { '900-fails': { statements: ['create table half (id integer)', 'no SQL'] } };
  await expect(migrate({ ...STEPS, ...failing })).rejects.toThrow(/syntax/);
  expect(await tables()).toEqual([]);
  await migrate(STEPS);
});

test('a gateway may run without a package, then with it, then without it on one database', async () => {
  const { config, db } = await setUp();
  const entries: unknown[] = [];
  for (const migrations of [{}, enquiryMigrations, {}, enquiryMigrations]) {
    await (await openDatabase(config, migrations)).destroy();
    if (migrations !== enquiryMigrations) continue;
    await sql`insert into subscriber values ('s', 'a@b.test', 'pending', 1, 1, 1, null) on conflict do nothing`.execute(
      db,
    );
    entries.push((await sql`select id from subscriber`.execute(db)).rows);
  }
  expect(entries).toEqual([[{ id: 's' }], [{ id: 's' }]]);
});

test.runIf(withServer)(
  'gateways that start at the same time migrate a database once',
  NEEDS_SERVER,
  async () => {
    const { config, recorded } = await setUp();
    const opened = await Promise.all([openDatabase(config), openDatabase(config), openDatabase(config)]);
    for (const db of opened) await db.destroy();
    expect((await recorded()).map(({ name }) => name)).toEqual(Object.keys(STEPS));
  },
);
