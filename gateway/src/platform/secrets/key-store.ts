import type { SigningKey } from '@voltframe/kit/contract/operations/credentials';
import { keyIdOf } from '@voltframe/kit/packaging/release-signature';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Public keys that sign the releases of apps. */
export interface KeyStore {
  /**
   * @param key a public key (release-signature.ts of the kit).
   * @returns undefined when it was registered for the app before.
   */
  add: (key: Pick<SigningKey, 'app' | 'publicKey' | 'name' | 'endsAt'>) => Promise<SigningKey | undefined>;
  /** Oldest first, revoked and ended ones too. @param app only its keys. */
  list(app?: string): Promise<SigningKey[]>;
  /** @returns false when the app has no such key, or it was revoked before. */
  revoke(app: string, id: string): Promise<boolean>;
  /** Deletes the registration. @returns false when the app has no such key. */
  forget(app: string, id: string): Promise<boolean>;
}

/** Selects a key as a `SigningKey`. */
const KEY = [
  'id',
  'app',
  'public_key as publicKey',
  'name',
  'created_at as createdAt',
  'ends_at as endsAt',
  'revoked_at as revokedAt',
] as const;

export function createKeyStore(db: Kysely<Tables>, now: () => number): KeyStore {
  return {
    add: (key: Pick<SigningKey, 'app' | 'publicKey' | 'name' | 'endsAt'>): Promise<SigningKey | undefined> =>
      db
        .insertInto('signing_key')
        .values({
          id: keyIdOf(key.publicKey),
          app: key.app,
          public_key: key.publicKey,
          name: key.name,
          created_at: now(),
          ends_at: key.endsAt,
          revoked_at: null,
        })
        .onConflict((conflict) => conflict.columns(['app', 'id']).doNothing())
        .returning(KEY)
        .executeTakeFirst(),
    list(app?: string): Promise<SigningKey[]> {
      const all = db.selectFrom('signing_key').select(KEY).orderBy('created_at').orderBy('id');
      return (app === undefined ? all : all.where('app', '=', app)).execute();
    },
    async revoke(app: string, id: string): Promise<boolean> {
      const result = await db
        .updateTable('signing_key')
        .set({ revoked_at: now() })
        .where('app', '=', app)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async forget(app: string, id: string): Promise<boolean> {
      const result = await db
        .deleteFrom('signing_key')
        .where('app', '=', app)
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
