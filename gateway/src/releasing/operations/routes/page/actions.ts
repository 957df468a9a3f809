import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { APP_NAME } from '@voltframe/kit/contract/names';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OpsDeps } from '../../operations-deps.ts';
import { type ActionName, ACTIONS, type ActionTarget, isAction, mayAct } from '../../page/actions.ts';
import type { AddView } from '../../page/send-page.ts';
import { confirmPage, refusedPage, rollbackDetails } from '../../page/confirm-page.ts';
import { readInput } from '../../operation.ts';

const target = z.strictObject({
  app: z.union([z.literal(''), z.string().regex(APP_NAME, 'is not an app')]).default(''),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is not a digest')
    .optional(),
  reason: z.string().max(200).optional(),
});

/** The actions of the page: a confirmation (GET), then the change (POST). */
export function registerActions(view: AddView, deps: OpsDeps): void {
  const { changes, site, logger, now } = deps;
  const actionOf = (you: Token, request: FastifyRequest, from: unknown): [ActionName, ActionTarget] => {
    const { action } = request.params as { action: string };
    if (!isAction(action)) throw opsErrors.PAGE_UNKNOWN();
    const parsed: ActionTarget = readInput(target, from);
    if ('ofSite' in ACTIONS[action] !== (parsed.app === '')) throw opsErrors.PAGE_UNKNOWN();
    if (!mayAct(you, action, parsed.app)) throw opsErrors.NOT_YOURS();
    return [action, parsed];
  };
  view('GET', '/-/do/:action', async (you, request) => {
    const [name, about] = actionOf(you, request, request.query);
    const live = site.live()?.composition.apps[about.app];
    // A rollback without an earlier release fails at the POST, with its error.
    const plan =
      name === 'rollback'
        ? await changes.planRollback(about.app, about.digest).catch(() => undefined)
        : undefined;
    // The form carries the digest that the page has shown.
    const shown = plan && { details: rollbackDetails(plan, now()), digest: plan.to.digest };
    return { title: ACTIONS[name].question(about), body: confirmPage(name, about, live, shown) };
  });
  view('POST', '/-/do/:action', async (you, request) => {
    const [name, about] = actionOf(you, request, request.body);
    const result = await ACTIONS[name].run(changes, about, you.name);
    const composition = site.live()?.composition.id;
    logger.info({ reqId: request.id, action: name, app: about.app, by: you.id, composition }, 'changed');
    if ('accepted' in result && !result.accepted)
      return { title: 'Refused', body: refusedPage(result), status: 422 };
    const back = about.app && name !== 'retire' ? `/-/apps/${about.app}` : '/-/';
    return `${back}?done=${name}`;
  });
}

/** @returns the message of the action that redirected to this address. */
export function doneOf(request: FastifyRequest, app = ''): string | undefined {
  const { done } = request.query as { done?: string };
  return isAction(done) ? ACTIONS[done].done({ app }) : undefined;
}
