import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { NewToken, Role, Token } from '@voltframe/kit/contract/operations/credentials';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import type { Kysely } from 'kysely';
import { isDatabaseAway } from '../database/database.ts';
import type { DatabaseWatch } from '../database/database-watch.ts';
import type { Tables, TokenRow } from '../database/tables.ts';

/**
 * Tokens of the operations port. Kept hashed: the secret has 256 random bits, so a plain sha-256 is enough.
 */
export interface TokenStore {
  create(token: Pick<Token, 'role' | 'app' | 'name' | 'expiresAt'>): Promise<NewToken>;
  /**
   * @returns the token of the secret, unless unknown, revoked or expired. Takes the same time for every wrong secret.
   */
  find: (secret: string) => Promise<Token | undefined>;
  /**
   * As `find`. While the database is away, the tokens as they were read last decide: until the end of each, and whether
   * or not it is revoked meanwhile.
   * @throws GW_DATABASE_AWAY when none were read.
   */
  findAlsoAway(secret: string): Promise<Token | undefined>;
  /** Reads the tokens, as `findAlsoAway` is to know them. @returns their ids. */
  refresh: () => Promise<string[]>;
  list: () => Promise<Token[]>;
  /** @returns false when there is no such token. */
  revoke(id: string): Promise<boolean>;
}

const PREFIX = 'vf_';

/** The longest wait for the database, for a call that is answered without it too: Prometheus waits seconds. */
const LONGEST_MS = 400;

/** @param database of the site; undefined in a command, which has nothing to answer without it. */
export function createTokenStore(
  db: Kysely<Tables>,
  now: () => number,
  database?: Pick<DatabaseWatch, 'assertThere' | 'within'>,
): TokenStore {
  /** As they were when they were read last: the secrets are hashes. */
  let last: TokenRow[] | undefined;
  const isValid = ({ revoked_at, expires_at }: TokenRow): boolean =>
    revoked_at === null && (expires_at === null || expires_at > now());
  const read = async (): Promise<TokenRow[]> => {
    const notRevoked = db.selectFrom('token').selectAll().where('revoked_at', 'is', null);
    return (last = await notRevoked.orderBy('created_at').execute());
  };
  const valid = async (): Promise<TokenRow[]> => {
    database?.assertThere();
    return (await read()).filter(isValid);
  };
  const find = async (secret: string): Promise<Token | undefined> => {
    const row = fitting(await valid(), secret);
    if (!row) return undefined;
    const minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
    const used = db.updateTable('token').set({ last_used_at: minute }).where('id', '=', row.id);
    // A disk that is full, or a database that is away since, is no reason to refuse the token.
    if (row.last_used_at !== minute) await used.execute().catch(() => {});
    return toToken(row);
  };
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
      await db.insertInto('token').values(row).execute();
      return { ...toToken(row), token };
    },
    find,
    async findAlsoAway(secret: string): Promise<Token | undefined> {
      if (!database) return find(secret);
      try {
        return await database.within(LONGEST_MS, () => find(secret));
      } catch (error) {
        if (!isDatabaseAway(error) || !last) throw error;
        const row = fitting(last.filter(isValid), secret);
        return row && toToken(row);
      }
    },
    refresh: async (): Promise<string[]> => (await read()).map(({ id }) => id),
    list: async (): Promise<Token[]> => (await valid()).map(toToken),
    async revoke(id: string): Promise<boolean> {
      const token = db.updateTable('token').where('id', '=', id).where('revoked_at', 'is', null);
      const { numUpdatedRows } = await token.set({ revoked_at: now() }).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** Compares with all of them, whichever fits: the time tells nothing. */
function fitting(rows: TokenRow[], secret: string): TokenRow | undefined {
  const hash = hashOf(secret);
  return rows.filter((row) => timingSafeEqual(Buffer.from(row.hash, 'hex'), hash))[0];
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function toToken(row: TokenRow): Token {
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
