import { APP_NAME } from '@voltframe/kit/contract/names';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { OpsDeps } from '../operations-deps.ts';
import { type ActionName, ACTIONS, type ActionTarget, isAction, mayAct } from './actions.ts';
import { factList, type Html, html } from './html.ts';
import { digestOf, findings, releaseLink, sinceOf } from './layout.ts';
import { sendPage } from './send-page.ts';

const actionForm = z.strictObject({
  app: z.union([z.literal(''), z.string().regex(APP_NAME, 'is not an app')]).default(''),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is not a digest')
    .optional(),
  reason: z.string().max(200).optional(),
});

type ActionOptions = Pick<OpsDeps, 'changes' | 'site' | 'logger' | 'now'>;

/** The actions of the page: a confirmation (GET), then the change (POST). */
export const actionRoutes: FastifyPluginAsyncZod<ActionOptions> = async (
  app,
  { changes, site, logger, now },
) => {
  const actionOf = (you: Token, action: string, target: ActionTarget): ActionName => {
    if (!isAction(action)) throw opsErrors.PAGE_UNKNOWN();
    if ('ofSite' in ACTIONS[action] !== (target.app === '')) throw opsErrors.PAGE_UNKNOWN();
    if (!mayAct(you, action, target.app)) throw opsErrors.NOT_YOURS();
    return action;
  };
  const params = z.object({ action: z.string() });
  const asked = { params, querystring: actionForm };
  app.get('/-/do/:action', { schema: asked }, async (request, reply) => {
    const { token: you, query: about } = request;
    const name = actionOf(you, request.params.action, about);
    const live = site.live()?.composition.apps[about.app];
    // A rollback without an earlier release fails at the POST, with its error.
    const plan =
      name === 'rollback'
        ? await changes.planRollback(about.app, about.digest).catch(() => undefined)
        : undefined;
    // The form carries the digest that the page has shown.
    const shown = plan && { details: rollbackDetails(plan, now()), digest: plan.to.digest };
    const body = confirmPage(name, about, live, shown);
    return sendPage(reply, 200, { title: ACTIONS[name].question(about), you, body });
  });
  app.post('/-/do/:action', { schema: { params, body: actionForm } }, async (request, reply) => {
    const { token: you, body: about } = request;
    const name = actionOf(you, request.params.action, about);
    const result = await ACTIONS[name].run(changes, about, you.name);
    const composition = site.live()?.composition.id;
    logger.info({ reqId: request.id, action: name, app: about.app, by: you.id, composition }, 'changed');
    if ('accepted' in result && !result.accepted)
      return sendPage(reply, 422, { title: 'Refused', you, body: refusedPage(result) });
    const back = about.app && name !== 'retire' ? `/-/apps/${about.app}` : '/-/';
    return reply.redirect(`${back}?done=${name}`, 303);
  });
};

/** The query of a page that an action redirects to. */
export const AFTER_ACTION = { querystring: z.object({ done: z.unknown().optional() }) };

/** @returns the message of the action that redirected to this address. */
export function doneOf({ done }: { done?: unknown }, app = ''): string | undefined {
  return isAction(done) ? ACTIONS[done].done({ app }) : undefined;
}

/** @param details the known consequences of the action. @param digest the release that they belong to. */
export function confirmPage(
  name: ActionName,
  target: ActionTarget,
  live: string | undefined,
  { details, digest = target.digest }: { details?: Html; digest?: string | undefined } = {},
): Html {
  const { question, effect, label } = ACTIONS[name];
  const { app } = target;
  return html`<h1>${question(target)}</h1>
    <form class="card" method="post" action="/-/do/${name}">
      ${details ?? (app && live && html`<p>Live now: ${digestOf(live)}</p>`)}
      <p>${effect}</p>
      <input type="hidden" name="app" value="${app}" />
      ${digest !== undefined && html`<input type="hidden" name="digest" value="${digest}" />`}
      ${
        name === 'freeze' &&
        html`<label for="reason">Reason, for everyone whose release waits</label>
          <input id="reason" name="reason" maxlength="200" autocomplete="off" />`
      }
      <p class="actions">
        <button>${label}</button>
        <a href="${app ? `/-/apps/${app}` : '/-/'}">Cancel</a>
      </p>
    </form>`;
}

/** The page of a refused action: the release does not fit the live releases of the other apps. */
export function refusedPage({ releases, checks }: Verdict): Html {
  const names = releases.map(({ app, digest }) => `${app} ${digest.slice(0, 12)}`).join(', ');
  return failurePage(`${names} does not fit the live releases. Nothing has changed`, findings(checks, true));
}

export function failurePage(message: string, more: Html | string | false | undefined): Html {
  return html`<h1>That did not work</h1>
    <p class="notice bad" role="alert">${message}${!/[.!?]$/.test(message) && '.'}</p>
    ${more}
    <p><a href="/-/">Overview</a></p>`;
}

/** The consequences of a rollback, shown before the confirmation. @param now ms since the epoch. */
export function rollbackDetails(plan: RollbackPlan, now: number): Html {
  const { app, from, to, liveUntil, also, pages, checks } = plan;
  const together = also.map(({ app: other, from: left, to: then }) => [
    `With it ${other}`,
    html`${digestOf(left)} → ${then === null ? 'off the site' : digestOf(then)}: they went live together`,
  ]);
  return html`${factList({
    'Live now': releaseLink(app, from.digest, from.identity),
    Then: releaseLink(app, to.digest, to.identity),
    Received: sinceOf(to.receivedAt, now),
    'Last live': liveUntil === null ? 'never: it is checked first' : sinceOf(liveUntil, now),
    ...Object.fromEntries(together),
    'Pages that come back': pages.back.length > 0 && pages.back.join(', '),
    'Pages that go': pages.gone.length > 0 && pages.gone.join(', '),
    Pages: pages.back.length + pages.gone.length === 0 && 'the same addresses',
  })}
  ${findings(checks, true)}`;
}
