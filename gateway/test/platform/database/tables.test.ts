import { enquiryMigrations } from '@voltframe/enquiries/migrations';
import { Kysely, sql } from 'kysely';
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createPostgresDialect,
  createSqliteDialect,
  openDatabase,
} from '../../../src/platform/database/database.ts';
import {
  LAST_OF_1_3,
  migrateDatabase,
  type Migration,
  STEPS,
} from '../../../src/platform/database/tables.ts';
import { GATEWAY_VERSION } from '../../../src/platform/version.ts';
import { emptyDatabase, testFolder, withServer } from '../../fixtures/test-database.ts';

const ALL: Record<string, Migration> = { ...STEPS, ...enquiryMigrations };

async function setUp() {
  const dataDir = testFolder();
  const databaseUrl = withServer ? await emptyDatabase() : undefined;
  const dialect = databaseUrl
    ? createPostgresDialect(databaseUrl)
    : createSqliteDialect(`${dataDir}/site.db`);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tables of several versions
  const db = new Kysely<any>({ dialect });
  onTestFinished(() => db.destroy());
  const migrate = (steps: Record<string, Migration>) =>
    migrateDatabase(db, databaseUrl ? 'postgres' : 'sqlite', enquiryMigrations, steps);
  const recorded = async () =>
    (await sql<{ name: string }>`select * from schema_step order by name`.execute(db)).rows;
  return { db, migrate, recorded, config: { dataDir, databaseUrl } };
}

/** @returns the statements of a step that an earlier version may not survive. */
function unsafe({ statements, breaksEarlier }: Migration): string[] {
  const adds =
    /^\s*create (?:table|index) |^\s*alter table \w+ add column \w+ \w+(?:\(\d+\))?(?: not null default \S+)?\s*$/;
  return breaksEarlier ? [] : statements.filter((statement) => !adds.test(statement));
}

describe('the rule that a step only adds to the tables of an earlier version', () => {
  test.each([
    ['alter table site_pin drop column actor'],
    ['alter table site_pin add column reason text not null'],
    ['alter table site_pin rename column actor to name'],
    ['drop table site_pin'],
    ['create unique index site_pin_actor on site_pin (actor)'],
    ["update site_pin set actor = ''"],
  ])('refuses %s', (statement) => {
    expect(unsafe({ statements: [statement] })).toEqual([statement]);
    expect(unsafe({ statements: [statement], breaksEarlier: true })).toEqual([]);
  });

  test('holds for the steps since version 1.3.0', () => {
    const later = Object.entries(ALL).filter(([name]) => name > LAST_OF_1_3);
    expect(later.length).toBeGreaterThan(2);
    expect(later.flatMap(([, step]) => unsafe(step))).toEqual([]);
  });
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
  const { '019-gateways': _, ...earlier } = STEPS;
  const breaking = { statements: ['drop table site_pin'], breaksEarlier: true as const };
  await migrate({ ...earlier, '900-removal': breaking });
  await sql`update schema_step set version = '2.0.0' where name = '900-removal'`.execute(db);
  const before = await recorded();
  await expect(openDatabase(config, enquiryMigrations)).rejects.toMatchObject({
    code: 'GW_DATABASE_NEWER',
    message: expect.stringContaining('the database is used by a newer version: 2.0.0.') as string,
  });
  expect(await recorded()).toEqual(before);
  await migrate({ ...STEPS, '900-removal': breaking });
});

/** Migrates as version 1.3.0 does. @param up executes one of its steps. */
function migrateAs13(db: Kysely<unknown>, up: (db: Kysely<unknown>, step: Migration) => Promise<void>) {
  const steps = Object.entries(ALL).filter(
    ([name, { postgresOnly }]) => name <= LAST_OF_1_3 && (withServer || !postgresOnly),
  );
  const migrations = steps.map(([name, step]) => [name, { up: (tx: Kysely<unknown>) => up(tx, step) }]);
  return new Migrator({
    db,
    provider: {
      getMigrations: async () => Object.fromEntries(migrations) as Record<string, KyselyMigration>,
    },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
    allowUnorderedMigrations: true,
  }).migrateToLatest();
}

test('version 1.3.0 has no step to execute on a current database', async () => {
  const { db, migrate } = await setUp();
  await migrate(STEPS);
  const up = () => Promise.reject(new Error('executed again'));
  expect(await migrateAs13(db, up)).toEqual({ results: [] });
});

test('a database of version 1.3.0 gets only the later steps, and its record does not change', async () => {
  const { db, migrate, recorded } = await setUp();
  const { error } = await migrateAs13(db, async (tx, { statements }) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
  expect(error).toBeUndefined();
  const ofEarlier = async () => (await sql`select * from schema_migration order by name`.execute(db)).rows;
  const before = await ofEarlier();
  await sql`insert into site_pin (app, actor, at) values ('docs', 'ada', 1)`.execute(db);
  await migrate(STEPS);
  expect(await ofEarlier()).toEqual(before);
  expect((await sql`select * from site_pin`.execute(db)).rows).toHaveLength(1);
  expect((await recorded()).map(({ name }) => name)).toEqual(
    Object.keys(ALL)
      .filter((name) => withServer || !ALL[name]!.postgresOnly)
      .toSorted(),
  );
});

test('a failed step rolls back the steps before it', async () => {
  const { db, migrate } = await setUp();
  const failing = { '900-fails': { statements: ['create table half (id integer)', 'no SQL'] } };
  await expect(migrate({ ...STEPS, ...failing })).rejects.toThrow(/syntax/);
  expect(await db.introspection.getTables({ withInternalKyselyTables: true })).toEqual([]);
  await migrate(STEPS);
});
