import { ENVELOPE, type FormDeclaration, SENT_PARAMETER } from '@voltframe/kit/contract/forms/form';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import { formErrors } from '@voltframe/kit/errors/form-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FormPost, wantsJson } from './form-post.ts';
import type { Edit, PageEditor } from './page-editor.ts';
import type { FormState } from './edit-page.ts';
import { type Notice, plainNotice } from './plain-notice.ts';
import { formPage, isFormError, type PostOutcome } from './take-post.ts';
import type { Enquiries } from './enquiries.ts';
import type { RoutePorts } from './ports.ts';

const OF_THE_PLATFORM = new Set<string>(ENVELOPE);

export interface RouteDeps {
  enquiries: Enquiries;
  ports: RoutePorts;
  editor: PageEditor;
}

/**
 * Answers a parsed post: JSON for a script; otherwise a redirect to the thanks, or the form's page with the typed
 * values.
 * @param form the live version at the address.
 */
export async function answerPost(
  deps: RouteDeps,
  form: FormDeclaration,
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
  const home = formHome(form);
  const page = formPage(form, post.fields) ?? home;
  const values = typed(post);
  const shown = (await pageToShow(deps, page, request)) ?? (await pageToShow(deps, home, request));
  const state = { values, errors: fields, message };
  const filled = shown && (await edited(deps, { html: shown.html, form: form.name, state }, request));
  if (filled !== undefined) return sendHtml(reply, filled, shown?.policy);
  return sendHtml(reply, plainNotice(refusal(form, state, page), deps.enquiries.ports.site));
}

/** The notice of a refused post whose page cannot be shown. It contains all typed values. */
function refusal({ fields }: FormDeclaration, { values, errors, message }: FormState, page: string): Notice {
  const names = Object.keys({ ...errors, ...values }).filter((name) => !OF_THE_PLATFORM.has(name));
  const labelOf = (name: string): string => fields.find((field) => field.name === name)?.label ?? name;
  return {
    title: 'This was not sent',
    message,
    typed: names.map((name) => ({
      name: labelOf(name),
      value: values[name] ?? '',
      error: errors[name],
    })),
    back: { url: page, label: 'Back to the form' },
  };
}

/** @returns the edited document; undefined when it cannot be edited, which the log says. */
export async function edited(
  { editor }: RouteDeps,
  task: Edit,
  request: FastifyRequest,
): Promise<string | undefined> {
  try {
    return await editor.edit(task);
  } catch (error) {
    request.log.warn({ reason: (error as Error).message }, 'a page could not be edited: a notice is sent');
    return undefined;
  }
}

/** An error before the body was read (another site, a limit, an unreadable body) or while it was. */
export function answerError(
  { enquiries }: RouteDeps,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = isFormError(thrown) ? thrown : fromFastify(thrown);
  if (error.status >= 500) logUnexpected(request, thrown);
  const { status, code, message } = error;
  reply.code(status).header('cache-control', 'no-store');
  if (wantsJson(request)) return reply.send({ status, code, message, fields: {} });
  // Short, because a sender whose posts are refused before the body is read may send many.
  const back = `${message} Your browser's back button leads to what you typed.`;
  const notice = { title: 'This was not sent', message: back };
  return sendHtml(reply, plainNotice(notice, enquiries.ports.site));
}

/**
 * @param policy Content-Security-Policy of the page that `html` was made of: it has the hashes of inline stylesheets.
 */
export function sendHtml(reply: FastifyReply, html: string, policy?: string): FastifyReply {
  if (policy !== undefined) reply.header('content-security-policy', policy);
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

/** Codes of a full disk: of the system, and so of the gateway's SQLite, and of PostgreSQL (disk_full). */
const DISK_FULL = new Set<unknown>(['ENOSPC', '53100']);

/** Without message and details, because a database repeats values in them. */
export function logUnexpected(request: FastifyRequest, error: unknown): void {
  const { code, name, stack } = error as { code?: string; name?: string; stack?: string };
  const where = stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 5);
  const cause = DISK_FULL.has(code) ? ': the disk is full' : '';
  request.log.error({ code, name, where }, `a form could not be taken${cause}`);
}

/** @returns the document of a page as visitors get it, and its policy; undefined when it cannot be had now. */
export async function pageToShow(
  { ports }: RouteDeps,
  path: string,
  { ip }: FastifyRequest,
): Promise<{ html: string; policy?: string | undefined } | undefined> {
  const response = await ports.page(path, ip).catch(() => undefined);
  return response?.status === 200 ? response : undefined;
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
export function formHome({ page }: FormDeclaration): string {
  const [start = ''] = (page ?? '/').split('/:', 1);
  return start || '/';
}

/** @returns where a post without JavaScript leads once it is kept. @param values the checked ones. */
export function thanksPath(form: FormDeclaration, values: Record<string, unknown>): string {
  const path = formPage(form, values);
  return path === undefined ? SUBSCRIPTION_SENT : `${path}?${SENT_PARAMETER}=1`;
}

/** A page of the gateway, because the subscription form is on every page, and pages do not show its thanks. */
export const SUBSCRIPTION_SENT = '/subscribe/sent';
