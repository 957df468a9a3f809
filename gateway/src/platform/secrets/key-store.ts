import type { SigningKey } from '@voltframe/kit/contract/operations/credentials';
import { keyIdOf } from '@voltframe/kit/packaging/signing-key';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Public keys that sign the releases of apps. */
export type KeyStore = ReturnType<typeof createKeyStore>;

export function createKeyStore(db: Kysely<Tables>, now: () => number) {
  return {
    /**
     * @param key a public key (signing-key.ts of the kit).
     * @returns undefined when it was registered for the app before.
     */
    async add({
      app,
      publicKey,
      name,
      endsAt,
    }: Pick<SigningKey, 'app' | 'publicKey' | 'name' | 'endsAt'>): Promise<SigningKey | undefined> {
      const id = keyIdOf(publicKey);
      const row = {
        id,
        app,
        public_key: publicKey,
        name,
        created_at: now(),
        ends_at: endsAt,
        revoked_at: null,
      };
      const result = await db
        .insertInto('site_key')
        .values(row)
        .onConflict((conflict) => conflict.columns(['app', 'id']).doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n ? toKey(row) : undefined;
    },
    /** Oldest first, revoked and ended ones too. @param app only its keys. */
    async list(app?: string): Promise<SigningKey[]> {
      const all = db.selectFrom('site_key').selectAll().orderBy('created_at').orderBy('id');
      return (await (app === undefined ? all : all.where('app', '=', app)).execute()).map(toKey);
    },
    /** @returns false when the app has no such key, or it was revoked before. */
    async revoke(app: string, id: string): Promise<boolean> {
      const result = await db
        .updateTable('site_key')
        .set({ revoked_at: now() })
        .where('app', '=', app)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    /** Deletes the registration. @returns false when the app has no such key. */
    async forget(app: string, id: string): Promise<boolean> {
      const result = await db
        .deleteFrom('site_key')
        .where('app', '=', app)
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

function toKey(row: Selectable<Tables['site_key']>): SigningKey {
  const { id, app, public_key, name, created_at, ends_at, revoked_at } = row;
  return {
    id,
    app,
    publicKey: public_key,
    name,
    createdAt: created_at,
    endsAt: ends_at,
    revokedAt: revoked_at,
  };
}
