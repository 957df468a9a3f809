import type { Change, OperationName } from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { gatewayErrors } from '../../errors.ts';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';

const digest = z.string().regex(/^[0-9a-f]{6,64}$/, 'not a digest, or the start of one');
const nothing = z.strictObject({}).nullish();
const BODIES = {
  rollback: z.strictObject({ to: digest.optional() }).nullish(),
  pin: z.strictObject({ digest: digest.optional() }).nullish(),
  freeze: z.strictObject({ reason: z.string().max(200).optional() }).nullish(),
  unpin: nothing,
  unfreeze: nothing,
  retire: nothing,
  withdraw: nothing,
};

/** Rollback, pin, freeze, retire, withdraw. */
export function registerChanges(app: FastifyInstance, deps: OpsDeps): void {
  const { changes } = deps;
  const onApp = (
    name: OperationName & keyof typeof BODIES,
    work: (app: string, actor: string, body: unknown) => Promise<Change | Verdict>,
  ) =>
    app.route<{ Params: { app: string } }>({
      ...routeOf(name),
      async handler(request, reply) {
        const named = request.params.app;
        const { name: actor } = await authorize(
          request,
          name,
          named === undefined ? [] : [named],
          deps.tokens,
        );
        const body = readBody<unknown>(BODIES[name] as z.ZodType, request.body);
        return answer(reply, await work(named, actor, body));
      },
    });
  onApp('rollback', (name, actor, body) =>
    changes.rollback(name, (body as { to?: string } | null)?.to, actor),
  );
  onApp('pin', (name, actor, body) => changes.pin(name, (body as { digest?: string } | null)?.digest, actor));
  onApp('unpin', (name, actor) => changes.unpin(name, actor));
  onApp('retire', (name, actor) => changes.retire(name, actor));
  onApp('withdraw', (name, actor) => changes.withdraw(name, actor));
  onApp('freeze', (_, actor, body) =>
    changes.freeze((body as { reason?: string } | null)?.reason ?? '', actor),
  );
  onApp('unfreeze', (_, actor) => changes.unfreeze(actor));
}

export function readBody<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  throw gatewayErrors.BAD_REQUEST({ reason: issues.join('; ') });
}

function answer(reply: FastifyReply, result: Change | Verdict): FastifyReply {
  return reply.code('accepted' in result && !result.accepted ? 422 : 200).send(result);
}
