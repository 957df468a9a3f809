import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { APP_NAME } from '@voltframe/kit/contract/names';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { authorize } from '../authorize.ts';
import type { AddOperation } from '../operation.ts';
import type { OpsDeps } from '../operations-deps.ts';

const digest = z.string().regex(/^[0-9a-f]{6,64}$/, 'not a digest, or the start of one');
const noBody = { body: z.strictObject({}).nullish() };
const rollbackBody = z
  .strictObject({ to: digest.optional(), with: z.array(z.string().regex(APP_NAME)).max(32).optional() })
  .nullish();

/** Rollback, pin, freeze, retire, withdraw, promote. */
export function registerChanges(operation: AddOperation, { changes, previews, tokens }: OpsDeps): void {
  operation('rollback', { body: rollbackBody }, async ({ params, body, token, request, reply }) => {
    const { to, with: along = [] } = body ?? {};
    if (along.length > 0) await authorize(request, 'rollback', [params.app, ...along], tokens);
    return sendResult(reply, await changes.rollback(params.app, to, token.name, along));
  });
  operation(
    'rollbackPlan',
    { query: z.object({ to: z.string().optional(), with: z.string().optional() }) },
    ({ params, query }): Promise<RollbackPlan> =>
      changes.planRollback(params.app, query.to, query.with ? query.with.split(',') : []),
  );
  operation(
    'pin',
    { body: z.strictObject({ digest: digest.optional() }).nullish() },
    async ({ params, body, token, reply }) =>
      sendResult(reply, await changes.pin(params.app, body?.digest, token.name)),
  );
  for (const name of ['unpin', 'retire', 'withdraw'] as const)
    operation(name, noBody, async ({ params, token, reply }) =>
      sendResult(reply, await changes[name](params.app, token.name)),
    );
  operation(
    'freeze',
    { body: z.strictObject({ reason: z.string().max(200).optional() }).nullish() },
    async ({ body, token, reply }) => sendResult(reply, await changes.freeze(body?.reason ?? '', token.name)),
  );
  operation('unfreeze', noBody, async ({ token, reply }) =>
    sendResult(reply, await changes.unfreeze(token.name)),
  );
  operation('endPreview', {}, ({ params, token }): Promise<Change> =>
    previews.end(params.apps.split(','), params.preview, token.name),
  );
  operation('promote', { body: z.strictObject({ digest }) }, async ({ params, body, token, reply }) => {
    const verdict = await changes.promote(params.app, body.digest, token.name);
    return reply.code(statusOf(verdict)).send(verdict);
  });
}

function sendResult(reply: FastifyReply, result: Change | Verdict): FastifyReply {
  return reply.code('accepted' in result && !result.accepted ? 422 : 200).send(result);
}

/** @returns the HTTP status of a verdict. */
export function statusOf({ accepted, waiting }: Verdict): number {
  if (accepted) return 200;
  return waiting ? 409 : 422;
}
