import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { TokenList } from '@voltframe/kit/contract/operations/token';
import type { FastifyInstance } from 'fastify';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';
import { createTokenChanges, tokenRequest } from '../token-changes.ts';
import { readBody } from './changes.ts';

/** Tokens: made, listed and revoked by operators. */
export function registerTokens(app: FastifyInstance, { tokens, state, site, now }: OpsDeps): void {
  const changes = createTokenChanges({ tokens, state, now });
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
      const { name } = await authorize(request, 'createToken', [], tokens);
      return reply.code(201).send(await changes.create(readBody(tokenRequest, request.body), name));
    },
  });
  app.route<{ Params: { id: string } }>({
    ...routeOf('revokeToken'),
    async handler(request): Promise<Change> {
      const { name } = await authorize(request, 'revokeToken', [], tokens);
      const token = await changes.revoke(request.params.id, name);
      const id = site.live()?.composition.id;
      return {
        message: `the token of ${token.name} is revoked`,
        ...(id !== undefined && { composition: id }),
      };
    },
  });
}
