import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Values by name that all gateways of the site share, such as the releases that a freeze holds. */
export interface SettingStore {
  /** @returns undefined when no value is stored under the name. */
  setting(name: string): Promise<string | undefined>;
  /** @param value undefined removes the setting. */
  setSetting(name: string, value: string | undefined): Promise<void>;
}

/** @param db opened by `openDatabase`, or a transaction on it. */
export function createSettingStore(db: Kysely<Tables>): SettingStore {
  return {
    async setting(name) {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value;
    },
    async setSetting(name, value) {
      if (value === undefined)
        return void (await db.deleteFrom('setting').where('name', '=', name).execute());
      await db
        .insertInto('setting')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
