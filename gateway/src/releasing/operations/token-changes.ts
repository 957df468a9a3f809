import { type NewToken, type Role, ROLES, type Token } from '@voltframe/kit/contract/operations/credentials';
import { APP_NAME } from '@voltframe/kit/contract/names';
import { z } from 'zod';
import { gatewayErrors } from '../../platform/errors.ts';
import type { OpsDeps } from './operations-deps.ts';

const OF_APP: ReadonlySet<Role> = new Set(['team', 'preview', 'invalidate']);
/** A token ends after this time (ms) when nothing is said: nobody remembers all that were made. */
const TOKEN_MS = 90 * 86_400_000;

/**
 * @param now ms since the epoch.
 * @returns when a token ends by itself, ms since the epoch; null: never. Prometheus is asked in vain without anybody seeing
 *   why.
 */
export function endOfToken(role: Role, now: number): number | null {
  return role === 'metrics' ? null : now + TOKEN_MS;
}

export const tokenRequest = z
  .strictObject({
    role: z.enum(ROLES),
    app: z.string().regex(APP_NAME, 'is not an app name').optional(),
    name: z.string().min(1).max(60).optional(),
    expiresAt: z.int().positive().nullable().optional(),
  })
  .refine(
    ({ role, app }) => role === 'read' || OF_APP.has(role) === (app !== undefined),
    'team, preview and invalidate have one app, operator and metrics none',
  );

/** Creates and revokes tokens for the API and for the page. Each change is an entry of the history. */
export function createTokenChanges({ tokens, state, now }: Pick<OpsDeps, 'tokens' | 'state' | 'now'>) {
  const record = (actor: string, action: 'token-create' | 'token-revoke', { app, name, id }: Token) =>
    state.addHistory({ at: now(), actor, action, app, from: null, to: null, note: `${name} (${id})` });
  return {
    /**
     * @param actor the name of the creator, for the history.
     * @returns the token with its secret. The secret is not stored.
     * @throws GW_BAD_REQUEST for an expiry in the past.
     */
    async create(request: z.infer<typeof tokenRequest>, actor: string): Promise<NewToken> {
      const { role, app = null, name, expiresAt = endOfToken(role, now()) } = request;
      if (expiresAt !== null && expiresAt <= now())
        throw gatewayErrors.BAD_REQUEST({ reason: 'expiresAt is in the past' });
      const created = await tokens.create({ role, app, name: name ?? app ?? role, expiresAt });
      await record(actor, 'token-create', created);
      return created;
    },
    /** @returns the revoked token. @throws GW_TOKEN_UNKNOWN, GW_LAST_OPERATOR */
    async revoke(id: string, actor: string): Promise<Token> {
      const all = await tokens.list();
      const token = all.find((one) => one.id === id);
      if (!token) throw gatewayErrors.TOKEN_UNKNOWN();
      if (token.role === 'operator' && all.filter(({ role }) => role === 'operator').length === 1)
        throw gatewayErrors.LAST_OPERATOR();
      await tokens.revoke(token.id);
      await record(actor, 'token-revoke', token);
      return token;
    },
  };
}
