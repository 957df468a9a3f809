import { type FormContract, SENT_PARAMETER } from '@voltframe/kit/contract/forms/form-contract';
import { isPlatformError, type PlatformError } from '@voltframe/kit/errors/define-errors';
import { formErrors } from '@voltframe/kit/errors/form-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fillForm } from './fill-form.ts';
import { noticePage } from './notice-page.ts';
import { type FormPost, wantsJson } from './form-post.ts';
import { formPage, type PostOutcome } from './take-post.ts';
import type { Enquiries } from './enquiries.ts';
import type { RoutePorts } from './ports.ts';

export interface RouteDeps {
  enquiries: Enquiries;
  ports: RoutePorts;
}

/**
 * Answers a parsed post: JSON for a script; otherwise a redirect to the thanks, or the form's page with the typed
 * values.
 * @param form the live version at the address.
 */
export async function answerPost(
  deps: RouteDeps,
  form: FormContract,
  outcome: PostOutcome,
  post: FormPost,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  if (outcome.ok) {
    if (wantsJson(request)) return reply.send({ ok: true, message: outcome.message });
    return reply.redirect(thanksPath(outcome.form, outcome.values), 303);
  }
  const { error, fields, message } = outcome;
  reply.code(error.status);
  if (wantsJson(request)) return reply.send({ status: error.status, code: error.code, message, fields });
  const html =
    (await pageToShow(deps, pageOf(deps, form, post, request))) ?? (await pageToShow(deps, formHome(form)));
  const filled = html && fillForm(html, form.name, { values: typed(post), errors: fields, message });
  const body = filled ?? noticePage(html, { title: 'This was not sent', message }, deps.enquiries.ports.site);
  return sendHtml(reply, body);
}

/** An error before the body was read (another site, a limit, an unreadable body) or while it was. */
export function answerError(
  { enquiries }: RouteDeps,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = isPlatformError(thrown) ? thrown : fromFastify(thrown);
  if (error.status >= 500) logUnexpected(request, thrown);
  const { status, code, message } = error;
  reply.code(status).header('cache-control', 'no-store');
  if (wantsJson(request)) return reply.send({ status, code, message, fields: {} });
  // Short and cheap: a sender that is refused before the body is read may send many.
  const back = `${message} Your browser's back button leads to what you typed.`;
  return sendHtml(
    reply,
    noticePage(undefined, { title: 'This was not sent', message: back }, enquiries.ports.site),
  );
}

export function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(html);
}

function fromFastify(error: unknown): PlatformError {
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (statusCode === 413) return formErrors.TOO_LARGE();
  if (statusCode === 415 || statusCode === 406) return formErrors.WRONG_TYPE();
  // An aborted or malformed multipart body carries no status of its own.
  const unreadable = code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || isBusboyError(error);
  return (statusCode !== undefined && statusCode < 500) || unreadable
    ? formErrors.UNREADABLE()
    : formErrors.UNAVAILABLE();
}

function isBusboyError(error: unknown): boolean {
  return (
    error instanceof Error && /multipart|boundary|unexpected end of form|part header/i.test(error.message)
  );
}

/** Neither message nor details: a database repeats values in them. */
export function logUnexpected(request: FastifyRequest, error: unknown): void {
  const { code, name, stack } = error as { code?: string; name?: string; stack?: string };
  const where = stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 5);
  request.log.error({ code, name, where }, 'a form could not be taken');
}

/** @returns the document of a page as visitors get it; undefined when it cannot be had now. */
export async function pageToShow({ ports }: RouteDeps, path: string): Promise<string | undefined> {
  const found = await ports.page(path).catch(() => undefined);
  return found?.status === 200 ? found.html : undefined;
}

function pageOf(
  { enquiries }: RouteDeps,
  form: FormContract,
  post: FormPost,
  request: FastifyRequest,
): string {
  const { referer, host } = request.headers;
  const page = form.page ? formPage(form, post.fields) : refererPath(referer, enquiries.ports.site.url, host);
  return page ?? formHome(form);
}

/** The typed values, unchanged, so that an error in one field loses no other. */
function typed({ fields }: FormPost): Record<string, string> {
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

/**
 * @returns where a form is when no post says on which page: its pattern up to the first parameter, or the home page.
 */
export function formHome({ page }: FormContract): string {
  const [start = ''] = (page ?? '/').split('/:', 1);
  return start || '/';
}

/** @returns where a post without JavaScript leads once it is kept. @param values the checked ones. */
export function thanksPath(form: FormContract, values: Record<string, unknown>): string {
  const path = formPage(form, values);
  return path === undefined ? SUBSCRIPTION_SENT : `${path}?${SENT_PARAMETER}=1`;
}

/** The gateway's own page: a subscription is on any page, and none of them is made to show its thanks. */
export const SUBSCRIPTION_SENT = '/subscribe/sent';

/** @returns the path of the page of this site that sent a post; undefined when it is none, or not known. */
export function refererPath(
  referer: string | undefined,
  siteUrl: string,
  host: string | undefined,
): string | undefined {
  if (!referer || !URL.canParse(referer)) return undefined;
  const url = new URL(referer);
  const own = url.origin === new URL(siteUrl).origin || url.host === host;
  return own && !/^\/(api|subscribe|-)\//.test(url.pathname) ? url.pathname : undefined;
}
