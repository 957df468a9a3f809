import {
  type NewToken,
  type Role,
  ROLES,
  TEAM_GIVES,
  type Token,
} from '@voltframe/kit/contract/operations/credentials';
import { APP_NAME } from '@voltframe/kit/contract/names';
import { DAY_MS } from '@voltframe/kit/contract/units';
import { z } from 'zod';
import { gatewayErrors } from '../platform/errors.ts';
import { operationsErrors } from './operations-errors.ts';
import { holderOf } from './authorize.ts';
import type { OpsDeps } from './operations-deps.ts';

const OF_APP: ReadonlySet<Role> = new Set(['team', 'preview', 'invalidate']);
/** The default lifetime of a token, in ms, after which a forgotten token expires. */
const TOKEN_MS = 90 * DAY_MS;
const OF_TEAMS: ReadonlySet<Role> = new Set(TEAM_GIVES);
/** Most valid tokens for one job of an app that its team creates. */
const MOST_OF_APP = 50;

/**
 * @param now ms since the epoch.
 * @returns the expiry of a token, ms since the epoch; null: never. The token of Prometheus has none, because its
 * expiry would stop the metrics unnoticed.
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
    state.addHistory({ at: now(), actor, action, app, note: `${name} (${id})` });
  /** @returns whether the holder of a token may create and revoke another token. */
  const manages = (by: Token, { role, app }: Pick<Token, 'role' | 'app'>): boolean =>
    by.role === 'operator' || (by.role === 'team' && app === by.app && OF_TEAMS.has(role));
  /** Limits lifetime and number of the tokens that a team creates, even with a stolen token. @throws GW_BAD_REQUEST */
  const assertWithinTeam = async (by: Token, expiresAt: number | null): Promise<void> => {
    if (expiresAt === null || expiresAt > now() + TOKEN_MS)
      throw gatewayErrors.BAD_REQUEST({
        reason: 'expiresAt is within 90 days, where no operator makes the token',
      });
    const own = (await tokens.list()).filter((token) => manages(by, token));
    if (own.length >= MOST_OF_APP)
      throw gatewayErrors.BAD_REQUEST({ reason: `${by.app} has ${MOST_OF_APP} tokens already: revoke one` });
  };
  return {
    /** @returns the tokens that the holder of a token may see: all for an operator, those of its app for a team. */
    list: async (by: Token): Promise<Token[]> =>
      (await tokens.list()).filter(({ app }) => by.role === 'operator' || app === by.app),
    /**
     * @param by the token of the creator, whose name the history records.
     * @returns the token with its secret. The secret is not stored.
     * @throws GW_TOKEN_RIGHT for a team that asks for more than a token for one job within its app, GW_BAD_REQUEST for
     *   an expiry in the past, and for a team's that is too late or one too many.
     */
    async create(request: z.infer<typeof tokenRequest>, by: Token): Promise<NewToken> {
      const { role, app = null, name, expiresAt = endOfToken(role, now()) } = request;
      if (!manages(by, { role, app }))
        throw operationsErrors.TOKEN_RIGHT({ holder: holderOf(by), needed: 'one of an operator' });
      if (expiresAt !== null && expiresAt <= now())
        throw gatewayErrors.BAD_REQUEST({ reason: 'expiresAt is in the past' });
      if (by.role !== 'operator') await assertWithinTeam(by, expiresAt);
      const created = await tokens.create({ role, app, name: name ?? app ?? role, expiresAt });
      await record(by.name, 'token-create', created);
      return created;
    },
    /** @returns the revoked token. @throws GW_TOKEN_UNKNOWN, also for one that is not a team's, GW_LAST_OPERATOR */
    async revoke(id: string, by: Token): Promise<Token> {
      const all = await tokens.list();
      const token = all.find((one) => one.id === id && manages(by, one));
      if (!token) throw operationsErrors.TOKEN_UNKNOWN();
      if (token.role === 'operator' && all.filter(({ role }) => role === 'operator').length === 1)
        throw operationsErrors.LAST_OPERATOR();
      await tokens.revoke(token.id);
      await record(by.name, 'token-revoke', token);
      return token;
    },
  };
}
