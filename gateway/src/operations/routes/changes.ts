import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { APP_NAME } from '@voltframe/kit/contract/names';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authorize } from '../authorize.ts';
import { NO_BODY, OF_APP, operation, statusOf } from '../operation.ts';
import type { OpsDeps } from '../operations-deps.ts';

const digest = z.string().regex(/^[0-9a-f]{6,64}$/, 'not a digest, or the start of one');
const rollbackBody = z
  .strictObject({ to: digest.optional(), with: z.array(z.string().regex(APP_NAME)).max(32).optional() })
  .nullish();

/** Rollback, pin, freeze, retire, withdraw, promote. */
export const changeRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'changes' | 'previews' | 'tokens'>> = async (
  app,
  { changes, previews, tokens },
) => {
  app.route({
    ...operation('rollback'),
    schema: { ...OF_APP, body: rollbackBody },
    async handler(request, reply) {
      const { params, body, token } = request;
      const { to, with: along = [] } = body ?? {};
      if (along.length > 0) await authorize(request, 'rollback', [params.app, ...along], tokens);
      return sendResult(reply, await changes.rollback(params.app, to, token.name, along));
    },
  });
  app.route({
    ...operation('rollbackPlan'),
    schema: {
      ...OF_APP,
      querystring: z.object({ to: z.string().optional(), with: z.string().optional() }),
    },
    handler: ({ params, query }): Promise<RollbackPlan> =>
      changes.planRollback(params.app, query.to, query.with ? query.with.split(',') : []),
  });
  app.route({
    ...operation('pin'),
    schema: { ...OF_APP, body: z.strictObject({ digest: digest.optional() }).nullish() },
    handler: async ({ params, body, token }, reply) =>
      sendResult(reply, await changes.pin(params.app, body?.digest, token.name)),
  });
  for (const name of ['unpin', 'retire', 'withdraw'] as const)
    app.route({
      ...operation(name),
      schema: { ...OF_APP, ...NO_BODY },
      handler: async ({ params, token }, reply) =>
        sendResult(reply, await changes[name](params.app, token.name)),
    });
  app.route({
    ...operation('freeze'),
    schema: { body: z.strictObject({ reason: z.string().max(200).optional() }).nullish() },
    handler: async ({ body, token }, reply) =>
      sendResult(reply, await changes.freeze(body?.reason ?? '', token.name)),
  });
  app.route({
    ...operation('unfreeze'),
    schema: NO_BODY,
    handler: async ({ token }, reply) => sendResult(reply, await changes.unfreeze(token.name)),
  });
  app.route({
    ...operation('endPreview'),
    schema: { params: z.object({ apps: z.string(), preview: z.string() }) },
    handler: ({ params, token }): Promise<Change> =>
      previews.end(params.apps.split(','), params.preview, token.name),
  });
  app.route({
    ...operation('promote'),
    schema: { ...OF_APP, body: z.strictObject({ digest }) },
    async handler({ params, body, token }, reply) {
      const verdict = await changes.promote(params.app, body.digest, token.name);
      return reply.code(statusOf(verdict)).send(verdict);
    },
  });
};

function sendResult(reply: FastifyReply, result: Change | Verdict): FastifyReply {
  return reply.code('accepted' in result && !result.accepted ? 422 : 200).send(result);
}
