import { wantsJson } from '../responses/negotiate.ts';
import type { PageError } from '@voltframe/kit/errors/page-error';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CACHE } from '../responses/cache-policy.ts';
import { gatewayErrors } from '../../platform/errors.ts';
import { servingErrors } from '../serving-errors.ts';
import { errorIdOf } from '../../observing/stacks/code-error.ts';
import { createEncodedBody } from '../responses/encoded-body.ts';
import type { PageService } from '../pages/page-service.ts';
import { sendBody, TYPES } from './send-body.ts';

/** Retry times by status. Limits count per minute. */
const RETRY_AFTER_S: Readonly<Record<number, string>> = { 429: '60', 503: '2' };

/**
 * Sends errors as JSON to requests that accept JSON (docs/behaviour.md 4.6), otherwise as the error screen; never with
 * a stack.
 */
export function registerErrorAnswers(app: FastifyInstance, pages: PageService): void {
  app.decorateRequest('errors');
  // A route that answers "not found" loses its configuration.
  app.addHook('onRequest', (request, _, done) => {
    request.errors = request.routeOptions.config.errors;
    done();
  });
  // Fastify would parse 1 MB of JSON before it answers that an address takes no POST: 50 ms of the thread.
  app.addHook('preParsing', (request, reply, payload, done) => {
    done(request.is404 ? notFoundError(request, reply) : null, payload);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const id = errorIdOf(error);
    const shown = isPlatformError(error) ? { ...toPageError(error), ...(id && { id }) } : fromFastify(error);
    if (shown.status >= 500) request.log.error(error);
    return sendError(request, reply, pages, shown);
  });
  app.setNotFoundHandler((request, reply) => {
    return sendError(request, reply, pages, toPageError(notFoundError(request, reply)));
  });
}

function notFoundError(request: FastifyRequest, reply: FastifyReply): Error {
  const { method, url } = request;
  if (method === 'GET' || method === 'HEAD') return siteErrors.PAGE_NOT_FOUND({ path: url });
  if (request.errors === 'json') return gatewayErrors.NOT_FOUND();
  reply.header('allow', 'GET, HEAD');
  return servingErrors.METHOD_NOT_ALLOWED({ method });
}

export async function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: PageService,
  error: PageError,
): Promise<FastifyReply> {
  const path = pathOf(request);
  const retryAfter = RETRY_AFTER_S[error.status];
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
  // The address of a payload is one of a page.
  const format = request.errors ?? (path.endsWith('.json') ? 'json' : undefined);
  const asJson = wantsJson(request.headers, format);
  const body = asJson
    ? createEncodedBody(JSON.stringify(error))
    : await pages.errorDocument(request.served, error, path);
  const type = asJson ? TYPES.json : TYPES.html;
  reply.headers(body.headers ?? {});
  return sendBody(request, reply, body, {
    status: error.status,
    type,
    cache: CACHE.never,
    vary: 'accept-encoding, accept',
  });
}

/** Fastify's own errors (malformed addresses, bodies too large) keep their status, not their message. */
function fromFastify(error: FastifyError): PageError {
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return toPageError(error);
  return { ...toPageError(gatewayErrors.BAD_REQUEST({ reason: error.code })), status };
}

export function pathOf(request: FastifyRequest): string {
  const url = request.url;
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
