import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { TokenList, KeyList } from '@voltframe/kit/contract/operations/credentials';
import type { FastifyInstance } from 'fastify';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';
import { createTokenChanges, tokenRequest } from '../token-changes.ts';
import { readBody } from './changes.ts';
import { APP_NAME } from '@voltframe/kit/contract/release/release';
import { readPublicKey } from '@voltframe/kit/packaging/signing-key';
import { z } from 'zod';
import { gatewayErrors } from '../../../platform/errors.ts';

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

const keyRequest = z.strictObject({
  app: z.string().regex(APP_NAME, 'is not an app name'),
  publicKey: z.string().max(100),
  name: z.string().min(1).max(60).optional(),
  endsAt: z.int().positive().optional(),
});

/** Keys that sign releases: registered, listed and revoked by operators. */
export function registerKeys(app: FastifyInstance, { keys, tokens, state, now }: OpsDeps): void {
  const record = (
    actor: string,
    action: 'key-add' | 'key-revoke' | 'key-forget',
    named: string,
    note: string,
  ) => state.addHistory({ at: now(), actor, action, app: named, from: null, to: null, note });

  app.route({
    ...routeOf('keys'),
    async handler(request): Promise<KeyList> {
      await authorize(request, 'keys', [], tokens);
      return { keys: await keys.list() };
    },
  });
  app.route({
    ...routeOf('addKey'),
    async handler(request, reply) {
      const { name: actor } = await authorize(request, 'addKey', [], tokens);
      const { app: named, publicKey, name = named, endsAt = null } = readBody(keyRequest, request.body);
      readPublicKey(publicKey);
      if (endsAt !== null && endsAt <= now())
        throw gatewayErrors.BAD_REQUEST({ reason: 'endsAt is in the past' });
      const added = await keys.add({ app: named, publicKey, name, endsAt });
      if (!added) throw gatewayErrors.KEY_TAKEN({ app: named });
      await record(actor, 'key-add', named, `${name} (${added.id})`);
      return reply.code(201).send(added);
    },
  });
  app.route<{ Params: { app: string; id: string }; Querystring: { forget?: string } }>({
    ...routeOf('revokeKey'),
    async handler(request): Promise<Change> {
      const { name: actor } = await authorize(request, 'revokeKey', [], tokens);
      const { app: named, id } = request.params;
      const forget = request.query.forget === '1';
      const key = (await keys.list(named)).find((one) => one.id === id);
      if (!key || !(await (forget ? keys.forget(named, id) : keys.revoke(named, id))))
        throw gatewayErrors.KEY_UNKNOWN({ app: named });
      await record(actor, forget ? 'key-forget' : 'key-revoke', named, `${key.name} (${id})`);
      return { message: `the key ${id} of ${named} is ${forget ? 'forgotten' : 'revoked'}` };
    },
  });
}
