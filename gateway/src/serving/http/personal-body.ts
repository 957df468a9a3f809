import { randomUUID } from 'node:crypto';
import type { PersonalExchange } from '@voltframe/kit/contract/release/personal';
import { ownPath } from '@voltframe/kit/contract/routing/own-path';
import type { FastifyRequest } from 'fastify';
import { isJson } from '../../platform/runtime/is-json.ts';
import { wantsJson } from '../responses/negotiate.ts';
import { personalErrors } from '../upstream-errors.ts';
import type { PersonalBody } from '../upstreams/personal-call.ts';
import { maxUploadBytes, uploadBody } from '../upstreams/upload-body.ts';

const MAX_FORM_FIELDS = 100;
export const JSON_BODY = 'application/json';
export const FORM_BODY = 'application/x-www-form-urlencoded';
const FILES_BODY = 'multipart/form-data';

/**
 * Checks the type and the length that a request states, before its body is read.
 * @throws PERSONAL_TYPE, PERSONAL_FILE
 */
export function assertBody(request: FastifyRequest, { body }: PersonalExchange): void {
  const type = typeOf(request);
  if (type === FILES_BODY && typeof body === 'object') {
    if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes(body))
      throw personalErrors.FILE({ reason: `all files together are larger than ${body.maxMB} MB` });
  } else if (type !== JSON_BODY && !(type === FORM_BODY && body === 'form')) throw personalErrors.TYPE();
}

/**
 * @returns the body for the backend, written anew where it is no JSON, so that the backend reads the same fields;
 *   undefined for an empty one.
 * @throws PERSONAL_REQUEST
 */
export async function readBody(
  request: FastifyRequest,
  exchange: PersonalExchange,
): Promise<PersonalBody | undefined> {
  const { body } = request;
  if (request.isMultipart() && typeof exchange.body === 'object') {
    const boundary = `----voltframe-${randomUUID()}`;
    const content = uploadBody((limits) => request.parts({ limits }), exchange.body, boundary);
    return { type: `${FILES_BODY}; boundary=${boundary}`, content };
  }
  if (typeOf(request) === FORM_BODY) {
    const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');
    if (fields.size > MAX_FORM_FIELDS) throw personalErrors.REQUEST({ reason: 'it has too many fields' });
    return { type: FORM_BODY, content: Buffer.from(fields.toString()) };
  }
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  if (!(await isJson(body))) throw personalErrors.REQUEST({ reason: 'its body is not JSON' });
  return { type: JSON_BODY, content: body };
}

/** @returns whether a browser shows the answer to a form, rather than a script of the page. */
export function isPageForm(request: FastifyRequest): boolean {
  return (
    request.method !== 'GET' && typeOf(request) !== JSON_BODY && !wantsJson(request.headers, request.errors)
  );
}

/** @returns the page that sent a form, which is one of this site; without its address the home page. */
export function formPage({ headers: { referer } }: Pick<FastifyRequest, 'headers'>): string {
  if (referer === undefined || !URL.canParse(referer)) return '/';
  const { pathname, search } = new URL(referer);
  return ownPath(pathname + search) ?? '/';
}

function typeOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trimEnd().toLowerCase();
}
