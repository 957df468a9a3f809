import type { NewToken, Token } from '@voltframe/kit/contract/operations/credentials';
import { APP_NAME } from '@voltframe/kit/contract/names';
import { z } from 'zod';
import { gatewayErrors } from '../../platform/errors.ts';
import type { OpsDeps } from './operations-deps.ts';

export const tokenRequest = z
  .strictObject({
    role: z.enum(['team', 'operator']),
    app: z.string().regex(APP_NAME, 'is not an app name').optional(),
    name: z.string().min(1).max(60).optional(),
    expiresAt: z.int().positive().optional(),
  })
  .refine(
    ({ role, app }) => (role === 'team') === (app !== undefined),
    'a team has one app, an operator none',
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
      const { role, app = null, name, expiresAt = null } = request;
      if (expiresAt !== null && expiresAt <= now())
        throw gatewayErrors.BAD_REQUEST({ reason: 'expiresAt is in the past' });
      const created = await tokens.create({ role, app, name: name ?? app ?? 'operator', expiresAt });
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
