import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';
import { compositionQueries } from './composition-rows.ts';
import { releaseQueries } from './release-rows.ts';
import { HELD, type StateStore } from './state-store.ts';

type Database = Kysely<Tables>;

export interface StateStoreOptions {
  /** Whether other gateways use the database (PostgreSQL): an activation is announced to them. */
  shared?: boolean;
}

/** @param db opened by `openDatabase`. */
export function createStateStore(db: Database, { shared = false }: StateStoreOptions = {}): StateStore {
  return {
    ...releaseQueries(db),
    ...compositionQueries(db, shared),
    ...controlQueries(db),
  };
}

function controlQueries(
  db: Database,
): Pick<StateStore, 'pins' | 'pin' | 'unpin' | 'held' | 'setting' | 'setSetting'> {
  return {
    pins: () => db.selectFrom('site_pin').selectAll().execute(),
    async pin(pin) {
      const { actor, at } = pin;
      await db
        .insertInto('site_pin')
        .values(pin)
        .onConflict((conflict) => conflict.column('app').doUpdateSet({ actor, at }))
        .execute();
    },
    async unpin(app) {
      await db.deleteFrom('site_pin').where('app', '=', app).execute();
    },
    async held() {
      const settings = db.selectFrom('site_setting').selectAll().where('name', 'like', `${HELD}%`);
      const rows = await settings.orderBy('name').execute();
      return rows.map(({ name, value }) => ({ app: name.slice(HELD.length), digest: value }));
    },
    async setting(name) {
      const row = await db
        .selectFrom('site_setting')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.value;
    },
    async setSetting(name, value) {
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
