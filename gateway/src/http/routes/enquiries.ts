import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import { SERVED_FORMS } from '@voltframe/kit/contract/forms/served-forms';
import { isPlatformError, type PlatformError } from '@voltframe/kit/errors/define-errors';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { formErrors } from '@voltframe/kit/errors/form-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCrossSite, refererPath } from '../cross-site.ts';
import type { Enquiries } from '../../enquiries/enquiries.ts';
import { fillForm } from '../../enquiries/answers/fill-form.ts';
import {
  discardFiles,
  MAX_TEXT_BYTES,
  readPost,
  wantsJson,
  type FormPost,
} from '../../enquiries/intake/form-post.ts';
import { noticePage } from '../../enquiries/answers/notice-page.ts';
import { takePost, type PostOutcome } from '../../enquiries/intake/take-post.ts';
import { type EnquiryRouteDeps, registerSubscriptions } from './subscriptions.ts';

const PATHS = {
  contact: '/api/contact',
  subscribe: '/api/subscribe',
  application: '/api/applications',
} as const;
type FormName = keyof typeof PATHS;

/** The forms' routes, in a scope of their own: their parsers, limits and error answers touch no other route. */
export function registerEnquiries(app: FastifyInstance, deps: EnquiryRouteDeps): void {
  void app.register(async (scope) => {
    await addParsers(scope);
    if (!scope.hasDecorator('createRateLimit'))
      await scope.register(rateLimit, { global: false, keyGenerator: byAddress });
    const limit = createLimits(scope, deps.enquiries);
    for (const form of Object.keys(PATHS) as FormName[]) registerForm(scope, deps, form, limit);
    registerSubscriptions(scope, deps);
  });
}

async function addParsers(scope: FastifyInstance): Promise<void> {
  // Only what forms are sent as: text/plain, which a foreign page may send unasked, is refused.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES },
    scope.getDefaultJsonParser('error', 'error'),
  );
  await scope.register(formbody, { bodyLimit: MAX_TEXT_BYTES });
  await scope.register(multipart, { throwFileSizeLimit: false });
}

function registerForm(scope: FastifyInstance, deps: EnquiryRouteDeps, form: FormName, limit: Limit): void {
  const { enquiries } = deps;
  scope.route({
    method: 'POST',
    url: PATHS[form],
    logLevel: 'warn',
    onRequest: async (request) => {
      if (isCrossSite(request.headers, enquiries.config.site.url)) throw formErrors.CROSS_SITE();
    },
    preParsing: limit, // before the body is read
    handler: (request, reply) => handlePost(deps, form, request, reply),
    errorHandler: (error, request, reply) => void answerError(deps, error, request, reply),
  });
  // A visitor without JavaScript who opens the address of an answer again.
  scope.get(PATHS[form], { logLevel: 'warn' }, (request, reply) => {
    if (!wantsJson(request)) return reply.redirect(fallbackPath(form), 303);
    const { status, code, message } = toPageError(formErrors.METHOD());
    return reply.code(status).header('allow', 'POST').send({ status, code, message });
  });
}

/** A sender whose connection is gone has no address any more; whoever those are, they share one count. */
function byAddress({ ip }: { ip: string | undefined }): string {
  return normalizeIP(ip ?? '');
}

type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

function createLimits(scope: FastifyInstance, enquiries: Enquiries): Limit {
  const { perAddressPer10Minutes, totalPerMinute } = enquiries.config.settings.limits;
  const perAddress = scope.createRateLimit({ max: perAddressPer10Minutes, timeWindow: 10 * 60_000 });
  const total = scope.createRateLimit({ max: totalPerMinute, timeWindow: 60_000, keyGenerator: () => 'all' });
  return async (request, reply) => {
    for (const limit of [perAddress, total]) {
      const result = await limit(request);
      if (!result.isAllowed && result.isExceeded) {
        reply.header('retry-after', String(result.ttlInSeconds));
        throw formErrors.LIMITED();
      }
    }
  };
}

async function handlePost(
  deps: EnquiryRouteDeps,
  form: FormName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { enquiries, page, wake } = deps;
  const versions = (deps.forms ?? SERVED_FORMS)[form] ?? [];
  const fileFields = versions.flatMap(({ fields }) =>
    fields.filter((field) => field.kind === 'pdf').map(({ name }) => name),
  );
  const post = await readPost(request, fileFields, enquiries.uploads);
  try {
    const isOpenRole = async (role: string) => (await page(`/careers/${role}`))?.status !== 404;
    const outcome = await takePost({ enquiries, versions, isOpenRole }, post);
    if (outcome.ok) wake();
    else await discardFiles(post, enquiries.uploads);
    return await answer(deps, form, outcome, post, request, reply);
  } catch (error) {
    await discardFiles(post, enquiries.uploads).catch(() => {});
    logUnexpected(request, error);
    return answer(deps, form, refusal(formErrors.UNAVAILABLE()), post, request, reply);
  }
}

async function answer(
  deps: EnquiryRouteDeps,
  form: FormName,
  outcome: PostOutcome,
  post: FormPost,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  if (outcome.ok) {
    if (wantsJson(request)) return reply.send({ ok: true, message: outcome.message });
    return reply.redirect(thanksPath(form, outcome.values), 303);
  }
  const { error, fields, message } = outcome;
  reply.code(error.status);
  if (wantsJson(request)) return reply.send({ status: error.status, code: error.code, message, fields });
  const path = formPath(deps, form, post, request);
  const html = (await usablePage(deps, path)) ?? (await usablePage(deps, fallbackPath(form)));
  const filled = html && fillForm(html, form, { values: typed(post), errors: fields, message });
  const body =
    filled ?? noticePage(html, { title: 'This was not sent', message }, deps.enquiries.config.site);
  return sendHtml(reply, body);
}

/** An error before the body was read (another site, a limit, an unreadable body) or while it was. */
function answerError(
  { enquiries }: EnquiryRouteDeps,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = isPlatformError(thrown) ? thrown : fromFastify(thrown);
  if (error.status >= 500) logUnexpected(request, thrown);
  const { status, code, message } = error;
  reply.code(status).header('cache-control', 'no-store');
  if (wantsJson(request)) return reply.send({ status, code, message, fields: {} });
  // Plain, and cheap: who is refused before the body is read may be sending many of these.
  const back = `${message} Your browser's back button leads to what you typed.`;
  return sendHtml(
    reply,
    noticePage(undefined, { title: 'This was not sent', message: back }, enquiries.config.site),
  );
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(html);
}

function refusal(error: PlatformError): PostOutcome & { ok: false } {
  return { ok: false, error, fields: {}, message: error.message };
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
function logUnexpected(request: FastifyRequest, error: unknown): void {
  const { code, name, stack } = error as { code?: string; name?: string; stack?: string };
  const where = stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 5);
  request.log.error({ code, name, where }, 'a form could not be taken');
}

async function usablePage({ page }: EnquiryRouteDeps, path: string): Promise<string | undefined> {
  const found = await page(path).catch(() => undefined);
  return found?.status === 200 ? found.html : undefined;
}

function formPath(
  { enquiries }: EnquiryRouteDeps,
  form: FormName,
  post: FormPost,
  request: FastifyRequest,
): string {
  const role = post.fields['role'];
  if (form === 'application' && isSlug(role)) return `/careers/${role}`;
  const referer = refererPath(request.headers.referer, enquiries.config.site.url, request.headers.host);
  return form === 'contact' ? '/contact' : (referer ?? fallbackPath(form));
}

function fallbackPath(form: FormName): string {
  return { contact: '/contact', subscribe: '/', application: '/careers' }[form];
}

function thanksPath(form: FormName, values: Record<string, string>): string {
  if (form === 'subscribe') return '/subscribe/sent';
  return form === 'contact' ? '/contact?sent=1' : `/careers/${values['role']}?sent=1`;
}

function isSlug(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && value.length <= 80;
}

/** What was typed, as it was typed: nothing is lost because something else was wrong. */
function typed({ fields }: FormPost): Record<string, string> {
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
