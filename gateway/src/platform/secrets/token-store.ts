import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { NewToken, Role, Token } from '@voltframe/kit/contract/operations/credentials';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Tokens of the operations port. Kept hashed: the secret has 256 random bits, so a plain sha-256 is enough. */
export type TokenStore = ReturnType<typeof createTokenStore>;

const PREFIX = 'vf_';
const MINUTE_MS = 60_000;

export function createTokenStore(db: Kysely<Tables>, now: () => number) {
  const valid = () =>
    db
      .selectFrom('site_token')
      .selectAll()
      .where('revoked_at', 'is', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now())]))
      .orderBy('created_at')
      .execute();
  return {
    async create({
      role,
      app,
      name,
      expiresAt,
    }: Pick<Token, 'role' | 'app' | 'name' | 'expiresAt'>): Promise<NewToken> {
      const token = PREFIX + randomBytes(32).toString('base64url');
      const id = `t_${randomBytes(6).toString('hex')}`;
      const row = {
        id,
        name,
        role,
        app,
        hash: hashOf(token).toString('hex'),
        created_at: now(),
        revoked_at: null,
        expires_at: expiresAt,
        last_used_at: null,
      };
      await db.insertInto('site_token').values(row).execute();
      return { ...toToken(row), token };
    },
    /**
     * @returns the token of the secret, unless unknown, revoked or expired. Takes the same time for every wrong secret.
     */
    async find(secret: string): Promise<Token | undefined> {
      const hash = hashOf(secret);
      // All of them are compared, whichever fits: the time tells nothing.
      const fitting = (await valid()).filter((row) => timingSafeEqual(Buffer.from(row.hash, 'hex'), hash));
      const [row] = fitting;
      if (!row) return undefined;
      const minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
      if (row.last_used_at !== minute)
        await db.updateTable('site_token').set({ last_used_at: minute }).where('id', '=', row.id).execute();
      return toToken(row);
    },
    list: async (): Promise<Token[]> => (await valid()).map(toToken),
    /** @returns false when there is no such token. */
    async revoke(id: string): Promise<boolean> {
      const result = await db
        .updateTable('site_token')
        .set({ revoked_at: now() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function toToken(row: Selectable<Tables['site_token']>): Token {
  const { id, role, app, name, created_at, expires_at, last_used_at } = row;
  return {
    id,
    role: role as Role,
    app,
    name,
    createdAt: created_at,
    expiresAt: expires_at,
    lastUsedAt: last_used_at,
  };
}
