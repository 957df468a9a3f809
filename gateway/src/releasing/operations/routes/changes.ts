import type { Change, OperationName } from '@voltframe/kit/contract/operations/operations';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { APP_NAME } from '@voltframe/kit/contract/release/release';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { gatewayErrors } from '../../../platform/errors.ts';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';

const digest = z.string().regex(/^[0-9a-f]{6,64}$/, 'not a digest, or the start of one');
const nothing = z.strictObject({}).nullish();
const BODIES = {
  rollback: z
    .strictObject({ to: digest.optional(), with: z.array(z.string().regex(APP_NAME)).max(32).optional() })
    .nullish(),
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
        const { with: along = [] } = (body ?? {}) as { with?: string[] };
        if (along.length > 0) await authorize(request, name, [named, ...along], deps.tokens);
        return answer(reply, await work(named, actor, body));
      },
    });
  onApp('rollback', (name, actor, body) => {
    const { to, with: along } = (body ?? {}) as { to?: string; with?: string[] };
    return changes.rollback(name, to, actor, along);
  });
  onApp('pin', (name, actor, body) => changes.pin(name, (body as { digest?: string } | null)?.digest, actor));
  onApp('unpin', (name, actor) => changes.unpin(name, actor));
  onApp('retire', (name, actor) => changes.retire(name, actor));
  onApp('withdraw', (name, actor) => changes.withdraw(name, actor));
  onApp('freeze', (_, actor, body) =>
    changes.freeze((body as { reason?: string } | null)?.reason ?? '', actor),
  );
  onApp('unfreeze', (_, actor) => changes.unfreeze(actor));
  registerRollbackPlan(app, deps);
  registerPromote(app, deps);
}

/** What a rollback would do. */
function registerRollbackPlan(app: FastifyInstance, { changes, tokens }: OpsDeps): void {
  app.route<{ Params: { app: string }; Querystring: { to?: string; with?: string } }>({
    ...routeOf('rollbackPlan'),
    async handler(request): Promise<RollbackPlan> {
      await authorize(request, 'rollbackPlan', [], tokens);
      const { to, with: along } = request.query;
      return changes.planRollback(request.params.app, to, along ? along.split(',') : []);
    },
  });
}

/** Publishing what is kept already. */
function registerPromote(app: FastifyInstance, { changes, tokens }: OpsDeps): void {
  app.route<{ Params: { app: string } }>({
    ...routeOf('promote'),
    async handler(request, reply) {
      const named = request.params.app;
      const { name: actor } = await authorize(request, 'promote', [named], tokens);
      const { digest: start } = readBody(z.strictObject({ digest }), request.body);
      const verdict = await changes.promote(named, start, actor);
      return reply.code(statusOf(verdict)).send(verdict);
    },
  });
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

/** @returns the status that a verdict is sent with. */
export function statusOf({ accepted, waiting }: Verdict): number {
  if (accepted) return 200;
  return waiting ? 409 : 422;
}
