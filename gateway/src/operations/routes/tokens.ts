import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { NewToken, TokenList } from '@voltframe/kit/contract/operations/token';
import { APP_NAME } from '@voltframe/kit/contract/release/release-schema';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { gatewayErrors } from '../../errors.ts';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';
import { readBody } from './changes.ts';

const tokenRequest = z
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

/** Tokens: made, listed and revoked by operators. */
export function registerTokens(app: FastifyInstance, { tokens, state, site, now }: OpsDeps): void {
  const record = (
    actor: string,
    action: 'token-create' | 'token-revoke',
    named: string | null,
    note: string,
  ) => state.addHistory({ at: now(), actor, action, app: named, from: null, to: null, note });

  app.route({
    ...routeOf('tokens'),
    async handler(request): Promise<TokenList> {
      await authorize(request, 'tokens', [], tokens);
      return { tokens: await tokens.list() };
    },
  });
  app.route({
    ...routeOf('createToken'),
    async handler(request, reply) {
      const { name: actor } = await authorize(request, 'createToken', [], tokens);
      const { role, app: named = null, name, expiresAt = null } = readBody(tokenRequest, request.body);
      if (expiresAt !== null && expiresAt <= now())
        throw gatewayErrors.BAD_REQUEST({ reason: 'expiresAt is in the past' });
      const created: NewToken = await tokens.create({
        role,
        app: named,
        name: name ?? named ?? 'operator',
        expiresAt,
      });
      await record(actor, 'token-create', named, `${created.name} (${created.id})`);
      return reply.code(201).send(created);
    },
  });
  app.route<{ Params: { id: string } }>({
    ...routeOf('revokeToken'),
    async handler(request): Promise<Change> {
      const { name: actor } = await authorize(request, 'revokeToken', [], tokens);
      const all = await tokens.list();
      const token = all.find(({ id }) => id === request.params.id);
      if (!token) throw gatewayErrors.TOKEN_UNKNOWN();
      if (token.role === 'operator' && all.filter(({ role }) => role === 'operator').length === 1)
        throw gatewayErrors.LAST_OPERATOR();
      await tokens.revoke(token.id);
      await record(actor, 'token-revoke', token.app, `${token.name} (${token.id})`);
      const id = site.live()?.composition.id;
      return {
        message: `the token of ${token.name} is revoked`,
        ...(id !== undefined && { composition: id }),
      };
    },
  });
}
