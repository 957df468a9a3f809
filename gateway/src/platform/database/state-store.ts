import type { Kysely, Selectable } from 'kysely';
import type { Tables } from './tables.ts';
import { compositionQueries } from './composition-rows.ts';
import { HELD, inTransaction, type ReleaseKey, releaseQueries } from './release-rows.ts';

type Pin = Selectable<Tables['site_pin']>;

/** The state of the gateway besides files. Every write is durable once its promise resolves. */
export interface StateStore extends ReturnType<typeof stateQueries> {
  /**
   * Makes several changes in one transaction.
   * @param work uses the store that it is given, and no other: SQLite runs nothing else meanwhile.
   */
  atomically<Result>(work: (tx: StateStore) => Promise<Result>): Promise<Result>;
}

/**
 * @param db opened by `openDatabase`.
 * @param shared whether other gateways use the database (PostgreSQL): an activation is announced to them.
 */
export function createStateStore(db: Kysely<Tables>, shared = false): StateStore {
  return {
    ...stateQueries(db, shared),
    atomically: (work) => inTransaction(db, (tx) => work(createStateStore(tx, shared))),
  };
}

function stateQueries(db: Kysely<Tables>, shared: boolean) {
  return {
    ...releaseQueries(db),
    ...compositionQueries(db, shared),
    pins: (): Promise<Pin[]> => db.selectFrom('site_pin').selectAll().execute(),
    async pin(pin: Pin): Promise<void> {
      const { actor, at } = pin;
      await db
        .insertInto('site_pin')
        .values(pin)
        .onConflict((conflict) => conflict.column('app').doUpdateSet({ actor, at }))
        .execute();
    },
    async unpin(app: string): Promise<void> {
      await db.deleteFrom('site_pin').where('app', '=', app).execute();
    },
    /** The releases that a pin or the freeze holds, those of apps that are not live included. */
    async held(): Promise<ReleaseKey[]> {
      const settings = db.selectFrom('site_setting').selectAll().where('name', 'like', `${HELD}%`);
      const rows = await settings.orderBy('name').execute();
      return rows.map(({ name, value }) => ({ app: name.slice(HELD.length), digest: value }));
    },
    async setting(name: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('site_setting')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.value;
    },
    /** @param value undefined removes the setting. */
    async setSetting(name: string, value: string | undefined): Promise<void> {
      if (value === undefined)
        return void (await db.deleteFrom('site_setting').where('name', '=', name).execute());
      await db
        .insertInto('site_setting')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
