import type { MeasuredRelease, ReleaseMeasurement } from '@voltframe/kit/contract/operations/measurements';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** The measurements of admission, by release. */
export interface MeasurementStore {
  /** Stores measurements; of each app the newest 50 are kept. */
  keep(releases: readonly MeasuredRelease[]): Promise<void>;
  of(app: string, digest: string): Promise<ReleaseMeasurement | undefined>;
}

/** Measurements stored for one app: more than the number of releases kept for rollbacks. */
export const MOST_MEASURED = 50;

/** @param db opened by `openDatabase`. @param now ms since the epoch. */
export function createMeasurementStore(db: Kysely<Tables>, now: () => number): MeasurementStore {
  const keepOne = async (app: string, digest: string, measured: ReleaseMeasurement): Promise<void> => {
    const [at, body] = [now(), JSON.stringify(measured)];
    await db
      .insertInto('measurement')
      .values({ app, digest, at, body })
      .onConflict((conflict) => conflict.columns(['app', 'digest']).doUpdateSet({ at, body }))
      .execute();
    const newest = db
      .selectFrom('measurement')
      .select('digest')
      .where('app', '=', app)
      .orderBy('at', 'desc')
      .orderBy('digest')
      .limit(MOST_MEASURED);
    await db.deleteFrom('measurement').where('app', '=', app).where('digest', 'not in', newest).execute();
  };
  return {
    async keep(releases: readonly MeasuredRelease[]): Promise<void> {
      for (const { app, digest, measured } of releases) await keepOne(app, digest, measured);
    },
    async of(app: string, digest: string): Promise<ReleaseMeasurement | undefined> {
      const row = await db
        .selectFrom('measurement')
        .select('body')
        .where('app', '=', app)
        .where('digest', '=', digest)
        .executeTakeFirst();
      return row && (JSON.parse(row.body) as ReleaseMeasurement);
    },
  };
}
