import formbody from '@fastify/formbody';
import { KB } from '@voltframe/kit/contract/units';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { mayDo } from '../authorize.ts';
import type { FailedSignIns } from '../failed-sign-ins.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { STYLES, STYLESHEET } from './layout.ts';
import { RENEWAL_PATH, RENEWAL_SCRIPT } from './renewal.ts';
import { PAGE_HEADERS, requireSession, sendPage, signInPage } from './send-page.ts';
import { isOwnForm } from './session.ts';
import { actionRoutes, failurePage } from './confirm-page.ts';
import { errorPageRoutes } from './errors.ts';
import { releaseRoutes } from './release-page.ts';
import { inputError, operationError } from '../operation.ts';
import { accessRoutes } from './access-page.ts';
import { documentRoutes } from './documents.ts';
import { appRoutes } from './app-page.ts';
import { overviewRoutes } from './overview-page.ts';

const signIn = z.strictObject({ token: z.string().max(200) });

interface PageOptions {
  deps: OpsDeps;
  failures: FailedSignIns;
}

/** The operations page. It works without JavaScript. */
export const operationsPage: FastifyPluginAsyncZod<PageOptions> = async (app, { deps, failures }) => {
  await app.register(formbody, { bodyLimit: 8 * KB });
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !isOwnForm(request)) throw opsErrors.FOREIGN_ORIGIN();
  });
  app.setSchemaErrorFormatter((issues) => inputError(issues));
  app.setErrorHandler<FastifyError>((error, request, reply) => sendFailure(request, reply, error));
  const { sessions, tokens, logger, packagesDir, state, site, errors, changes, now } = deps;
  const { database, fleet, previews, disk, upstreams } = deps;
  const status = { site, state, database, fleet, previews, disk, errors, upstreams, now };
  await app.register(signInRoutes, { sessions, tokens, logger, failures });
  await app.register(documentRoutes, { packagesDir });
  await app.register(async (pages) => {
    requireSession(pages, sessions);
    await pages.register(overviewRoutes, status);
    await pages.register(appRoutes, status);
    await pages.register(releaseRoutes, { state, site, now });
    await pages.register(errorPageRoutes, { errors, site, now });
    await pages.register(actionRoutes, { changes, site, logger, now });
    await pages.register(accessRoutes, { tokens, state, site, logger, now });
  });
};

type SignInOptions = Pick<OpsDeps, 'sessions' | 'tokens' | 'logger'> & { failures: FailedSignIns };

const signInRoutes: FastifyPluginAsyncZod<SignInOptions> = async (
  app,
  { sessions, tokens, logger, failures },
) => {
  const file = (path: string, type: string, content: string) =>
    app.get(path, { schema: {} }, (_, reply) =>
      reply.type(`${type}; charset=utf-8`).headers(PAGE_HEADERS).send(content),
    );
  file(STYLESHEET, 'text/css', STYLES);
  file(RENEWAL_PATH, 'text/javascript', RENEWAL_SCRIPT);
  for (const start of ['/', '/-']) app.get(start, { schema: {} }, (_, reply) => reply.redirect('/-/', 308));
  app.post('/-/sign-in', { schema: { body: signIn } }, async (request, reply) => {
    const token = await tokens.find(request.body.token.trim());
    if (!token || !mayDo(token, 'status', [])) {
      if (!failures.take(request, 'page')) throw opsErrors.TOO_MANY_FAILURES();
      return sendPage(reply, 401, { title: 'Sign in', body: signInPage(true) });
    }
    logger.info({ reqId: request.id, token: token.id }, 'signed in');
    return reply.header('set-cookie', sessions.open(token, isSecure(request))).redirect('/-/', 303);
  });
  app.post('/-/sign-out', { schema: {} }, (request, reply) =>
    reply.header('set-cookie', sessions.close(isSecure(request))).redirect('/-/', 303),
  );
};

function sendFailure(request: FastifyRequest, reply: FastifyReply, error: FastifyError): FastifyReply {
  const { status, message, fix } = operationError(error);
  if (status === 429) reply.header('retry-after', '60');
  if (status >= 500) request.log.error(error);
  return sendPage(reply, status, { title: 'Error', body: failurePage(message, fix) });
}

function isSecure(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return origin?.startsWith('https:') ?? false;
}
