import { readFileSync } from 'node:fs';
import formbody from '@fastify/formbody';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Token } from '@voltframe/kit/contract/operations/token';
import { APP_NAME } from '@voltframe/kit/contract/release/release-names';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AttemptLimit } from '../../limits/attempt-limit.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { type ActionName, ACTIONS, isAction, mayAct, type ActionTarget } from '../page/actions.ts';
import { STYLESHEET } from '../page/layout.ts';
import { releasePage } from '../page/release-page.ts';
import { PAGE_HEADERS, sendPage, signedIn } from '../page/send-page.ts';
import {
  appPage,
  confirmPage,
  errorPage,
  historyPage,
  overviewPage,
  refusedPage,
  signInPage,
} from '../page/views.ts';
import { summaryOf } from '../../activation/live-releases.ts';
import { heldSetting } from '../../stores/held-setting.ts';
import { rollbackDetails } from '../page/rollback-view.ts';
import { isOwnForm } from '../page/session.ts';
import { readBody } from './changes.ts';
import { registerAccessPage } from './access-page.ts';
import { readStatus } from './reading.ts';

const LATEST = 20;
const MOST_HISTORY = 500;
const MOST_RELEASES = 50;
const CSS = readFileSync(new URL('../page/operations.css', import.meta.url), 'utf8');

const target = z.strictObject({
  app: z.union([z.literal(''), z.string().regex(APP_NAME, 'is not an app')]).default(''),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is not a digest')
    .optional(),
  reason: z.string().max(200).optional(),
});
const signIn = z.strictObject({ token: z.string().max(200) });

/** The operations page: what is live, kept and was done; rolling back and pinning. Works without JavaScript. */
export function registerOperationsPage(ops: FastifyInstance, deps: OpsDeps, failures: AttemptLimit): void {
  ops.register(async (app) => {
    await app.register(formbody, { bodyLimit: 8 * 1024 });
    app.setErrorHandler<FastifyError>((error, request, reply) => sendFailure(request, reply, error));
    registerSigningIn(app, deps, failures);
    registerViews(app, deps);
    registerReleaseView(app, deps);
    registerActions(app, deps);
    registerAccessPage(app, deps);
  });
}

function registerSigningIn(
  app: FastifyInstance,
  { sessions, tokens, logger }: OpsDeps,
  failures: AttemptLimit,
): void {
  app.get(STYLESHEET, (_, reply) => reply.type('text/css; charset=utf-8').headers(PAGE_HEADERS).send(CSS));
  for (const start of ['/', '/-']) app.get(start, (_, reply) => reply.redirect('/-/', 308));
  app.post('/-/sign-in', async (request, reply) => {
    if (!isOwnForm(request)) throw opsErrors.FOREIGN_ORIGIN();
    const token = await tokens.find(readBody(signIn, request.body).token.trim());
    if (!token) {
      if (!failures.take(request.ip)) throw opsErrors.TOO_MANY_FAILURES();
      logger.warn({ reqId: request.id }, 'signing in failed');
      return sendPage(reply, 401, 'Sign in', signInPage(true));
    }
    logger.info({ reqId: request.id, token: token.id }, 'signed in');
    return reply.header('set-cookie', sessions.open(token, isSecure(request))).redirect('/-/', 303);
  });
  app.post('/-/sign-out', async (request, reply) => {
    if (!isOwnForm(request)) throw opsErrors.FOREIGN_ORIGIN();
    return reply.header('set-cookie', sessions.close(isSecure(request))).redirect('/-/', 303);
  });
}

function registerViews(app: FastifyInstance, deps: OpsDeps): void {
  const { state, site } = deps;
  const doneOf = (request: FastifyRequest, named = ''): string | undefined => {
    const { done } = request.query as { done?: string };
    return isAction(done) ? ACTIONS[done].done({ app: named }) : undefined;
  };
  app.get(
    '/-/',
    signedIn(deps, async (you, request, reply) => {
      const waiting = await state.releases({ state: 'waiting', limit: LATEST });
      const status = await readStatus(deps, you);
      const { held = [] } = status;
      const kept = await Promise.all(held.map(({ app: named, digest }) => state.release(named, digest)));
      const page = overviewPage({
        status,
        waiting: waiting.map((stored) => summaryOf(stored, undefined)),
        held: kept.filter((stored) => stored !== undefined).map((stored) => summaryOf(stored, undefined)),
        history: await state.history({ limit: LATEST }),
        you,
        done: doneOf(request),
      });
      return sendPage(reply, 200, 'Overview', page, you);
    }),
  );
  app.get(
    '/-/log',
    signedIn(deps, async (you, _, reply) => {
      const history: HistoryEntry[] = await state.history({ limit: MOST_HISTORY });
      return sendPage(reply, 200, 'History', historyPage(history), you);
    }),
  );
  app.get(
    '/-/apps/:app',
    signedIn(deps, async (you, request, reply) => {
      const { app: named } = request.params as { app: string };
      const releases = await state.releases({ app: named, limit: MOST_RELEASES });
      if (releases.length === 0) throw opsErrors.PAGE_UNKNOWN();
      const { apps, held = [] } = await readStatus(deps, you);
      const page = appPage({
        app: named,
        status: apps.find((entry) => entry.app === named),
        held: held.find((entry) => entry.app === named),
        releases: releases.map((stored) => summaryOf(stored, site.live()?.composition.apps[named])),
        history: await state.history({ app: named, limit: LATEST }),
        you,
        done: doneOf(request, named),
      });
      return sendPage(reply, 200, named, page, you);
    }),
  );
}

function registerReleaseView(app: FastifyInstance, deps: OpsDeps): void {
  const { state, site } = deps;
  app.get(
    '/-/apps/:app/releases/:digest',
    signedIn(deps, async (you, request, reply) => {
      const { app: named, digest } = request.params as { app: string; digest: string };
      const stored = await state.release(named, digest);
      if (!stored) throw opsErrors.PAGE_UNKNOWN();
      const { routes, files } = stored.release;
      const page = releasePage({
        summary: summaryOf(stored, site.live()?.composition.apps[named]),
        routes: routes.map(({ path }) => path),
        bytes: Object.values(files).reduce((sum, file) => sum + file.bytes, 0),
        files: Object.keys(files).length,
        held: (await state.setting(heldSetting(named))) === digest,
        pinned: (await state.pins()).some((pin) => pin.app === named),
        you,
      });
      return sendPage(reply, 200, `${named} ${digest.slice(0, 12)}`, page, you);
    }),
  );
}

function registerActions(app: FastifyInstance, deps: OpsDeps): void {
  const { changes, site, logger, now } = deps;
  const asked = (you: Token, request: FastifyRequest, from: unknown): [ActionName, ActionTarget] => {
    const { action } = request.params as { action: string };
    if (!isAction(action)) throw opsErrors.PAGE_UNKNOWN();
    const parsed: ActionTarget = readBody(target, from);
    if (ACTIONS[action].ofSite !== (parsed.app === '')) throw opsErrors.PAGE_UNKNOWN();
    if (!mayAct(you, action, parsed.app)) throw opsErrors.NOT_YOURS();
    return [action, parsed];
  };
  app.get(
    '/-/do/:action',
    signedIn(deps, async (you, request, reply) => {
      const [name, about] = asked(you, request, request.query);
      const live = site.live()?.composition.apps[about.app];
      // Where there is nothing to go back to, doing it says so.
      const plan =
        name === 'rollback'
          ? await changes.planRollback(about.app, about.digest).catch(() => undefined)
          : undefined;
      // What was shown is what is done.
      const shown = plan && { details: rollbackDetails(plan, now()), digest: plan.to.digest };
      const body = confirmPage(name, about, live, shown);
      return sendPage(reply, 200, ACTIONS[name].question(about), body, you);
    }),
  );
  app.post(
    '/-/do/:action',
    signedIn(deps, async (you, request, reply) => {
      if (!isOwnForm(request)) throw opsErrors.FOREIGN_ORIGIN();
      const [name, about] = asked(you, request, request.body);
      const result = await ACTIONS[name].run(changes, about, you.name);
      const composition = site.live()?.composition.id;
      logger.info({ reqId: request.id, action: name, app: about.app, by: you.id, composition }, 'changed');
      if ('accepted' in result && !result.accepted)
        return sendPage(reply, 422, 'Refused', refusedPage(result), you);
      const back = about.app && name !== 'retire' ? `/-/apps/${about.app}` : '/-/';
      return reply.redirect(`${back}?done=${name}`, 303);
    }),
  );
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: FastifyError): FastifyReply {
  if (isPlatformError(error)) {
    if (error.status === 429) reply.header('retry-after', '60');
    return sendPage(reply, error.status, 'Error', errorPage(error.message, error.fix));
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error(error);
  const message = status >= 500 ? 'Something went wrong in the gateway; its log says what' : error.message;
  return sendPage(reply, status, 'Error', errorPage(message, undefined));
}

function isSecure(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return origin?.startsWith('https:') ?? false;
}
