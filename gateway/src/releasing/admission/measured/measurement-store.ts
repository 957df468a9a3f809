import type { MeasuredRelease, ReleaseMeasurement } from '@voltframe/kit/contract/operations/figures';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrateDatabase } from '../../../platform/database/database.ts';

/** What admission measured, by release. */
export interface MeasurementStore {
  /** Stores measurements; of each app the newest 50 are kept. */
  keep(measured: readonly MeasuredRelease[]): Promise<void>;
  of(app: string, digest: string): Promise<ReleaseMeasurement | undefined>;
}

export interface MeasurementTables {
  release_measured: { app: string; digest: string; at: number; body: string };
}

/** Of one app: more than are kept to go back to. */
export const MOST_MEASURED = 50;

/** Migrations of the area `measured`. A released one is never changed; a change is a new one. */
const migrations: Record<string, Migration> = { '001-create': { up: createTable } };

async function createTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('release_measured')
    .addColumn('app', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('release_measured_key', ['app', 'digest'])
    .execute();
}

/** @param db an open database; its tables are created or brought up to date. @param now ms since the epoch. */
export async function createMeasurementStore(
  db: Kysely<MeasurementTables>,
  now: () => number,
): Promise<MeasurementStore> {
  await migrateDatabase(db, 'measured', migrations);
  const keepOne = async (app: string, digest: string, measured: ReleaseMeasurement): Promise<void> => {
    const [at, body] = [now(), JSON.stringify(measured)];
    await db
      .insertInto('release_measured')
      .values({ app, digest, at, body })
      .onConflict((conflict) => conflict.columns(['app', 'digest']).doUpdateSet({ at, body }))
      .execute();
    const newest = db
      .selectFrom('release_measured')
      .select('digest')
      .where('app', '=', app)
      .orderBy('at', 'desc')
      .orderBy('digest')
      .limit(MOST_MEASURED);
    await db
      .deleteFrom('release_measured')
      .where('app', '=', app)
      .where('digest', 'not in', newest)
      .execute();
  };
  return {
    async keep(releases) {
      for (const { app, digest, measured } of releases) await keepOne(app, digest, measured);
    },
    async of(app, digest) {
      const row = await db
        .selectFrom('release_measured')
        .select('body')
        .where('app', '=', app)
        .where('digest', '=', digest)
        .executeTakeFirst();
      return row && (JSON.parse(row.body) as ReleaseMeasurement);
    },
  };
}
