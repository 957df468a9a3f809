import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { KeyList, TokenList } from '@voltframe/kit/contract/operations/credentials';
import { APP_NAME } from '@voltframe/kit/contract/names';
import { readPublicKey } from '@voltframe/kit/packaging/release-signature';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { gatewayErrors } from '../../platform/errors.ts';
import { operationsErrors } from '../operations-errors.ts';
import { operation } from '../operation.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { createTokenChanges, tokenRequest } from '../token-changes.ts';

/** Tokens: operators create, list and revoke them; the team of an app creates and revokes its tokens for one job. */
export const tokenRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'tokens' | 'state' | 'site' | 'now'>> = async (
  app,
  { tokens, state, site, now },
) => {
  const changes = createTokenChanges({ tokens, state, now });
  app.route({
    ...operation('tokens'),
    schema: {},
    handler: async ({ token }): Promise<TokenList> => ({ tokens: await changes.list(token) }),
  });
  app.route({
    ...operation('createToken'),
    schema: { body: tokenRequest },
    handler: async ({ token, body }, reply) => reply.code(201).send(await changes.create(body, token)),
  });
  app.route({
    ...operation('revokeToken'),
    schema: { params: z.object({ id: z.string() }) },
    async handler({ params, token }): Promise<Change> {
      const revoked = await changes.revoke(params.id, token);
      const id = site.live()?.composition.id;
      return {
        message: `the token of ${revoked.name} is revoked`,
        ...(id !== undefined && { composition: id }),
      };
    },
  });
};

const keyRequest = z.strictObject({
  app: z.string().regex(APP_NAME, 'is not an app name'),
  publicKey: z.string().max(100),
  name: z.string().min(1).max(60).optional(),
  endsAt: z.int().positive().optional(),
});

/** Keys that sign releases: operators register, list and revoke them. */
export const keyRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'keys' | 'state' | 'now'>> = async (
  app,
  { keys, state, now },
) => {
  const record = (
    actor: string,
    action: 'key-add' | 'key-revoke' | 'key-forget',
    named: string,
    note: string,
  ) => state.addHistory({ at: now(), actor, action, app: named, note });

  app.route({
    ...operation('keys'),
    schema: {},
    handler: async (): Promise<KeyList> => ({ keys: await keys.list() }),
  });
  app.route({
    ...operation('addKey'),
    schema: { body: keyRequest },
    async handler({ token, body }, reply) {
      const { app: named, publicKey, name = named, endsAt = null } = body;
      readPublicKey(publicKey);
      if (endsAt !== null && endsAt <= now())
        throw gatewayErrors.BAD_REQUEST({ reason: 'endsAt is in the past' });
      const added = await keys.add({ app: named, publicKey, name, endsAt });
      if (!added) throw operationsErrors.KEY_TAKEN({ app: named });
      await record(token.name, 'key-add', named, `${name} (${added.id})`);
      return reply.code(201).send(added);
    },
  });
  app.route({
    ...operation('revokeKey'),
    schema: {
      params: z.object({ app: z.string(), id: z.string() }),
      querystring: z.object({ forget: z.string().optional() }),
    },
    async handler({ params: { app: named, id }, query, token }): Promise<Change> {
      const forget = query.forget === '1';
      const key = (await keys.list(named)).find((one) => one.id === id);
      if (!key || !(await (forget ? keys.forget(named, id) : keys.revoke(named, id))))
        throw operationsErrors.KEY_UNKNOWN({ app: named });
      await record(token.name, forget ? 'key-forget' : 'key-revoke', named, `${key.name} (${id})`);
      return { message: `the key ${id} of ${named} is ${forget ? 'forgotten' : 'revoked'}` };
    },
  });
};
