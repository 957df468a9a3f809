import multipart from '@fastify/multipart';
import { randomUUID } from 'node:crypto';
import {
  ANONYMOUS_ANSWER,
  findExchange,
  PERSONAL_METHODS,
  PERSONAL_PREFIX,
  type PersonalExchange,
} from '@voltframe/kit/contract/release/personal';
import { UPSTREAM_LIMITS, upstreamPathIssue } from '@voltframe/kit/contract/release/upstreams';
import { ownPath } from '@voltframe/kit/contract/routing/own-path';
import { KB } from '@voltframe/kit/contract/units';
import { splitUrl } from '@voltframe/kit/contract/routing/url-path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isJson } from '../../../platform/runtime/json-bounds.ts';
import { personalErrors } from '../../upstream-errors.ts';
import { callAddress } from '../../upstreams/fetch-response.ts';
import {
  callForVisitor,
  cookiePrefix,
  type PersonalBody,
  visitorHeaders,
} from '../../upstreams/personal-call.ts';
import type { Site } from '../../compositions/site.ts';
import type { Upstreams } from '../../upstreams/upstreams.ts';
import { maxUploadBytes, uploadBody } from '../../upstreams/upload-body.ts';
import { wantsJson } from '../../responses/negotiate.ts';
import { isCrossSite, isSameOrigin } from '../cross-site.ts';
import { TYPES } from '../send-body.ts';

export interface PersonalOptions {
  site: Pick<Site, 'live'>;
  upstreams: Pick<Upstreams, 'backend'>;
}

interface PersonalRequest {
  Params: z.infer<typeof params>;
}

const params = z.object({ app: z.string(), name: z.string(), '*': z.string() });
/** Bytes, which `readBody` checks. */
const sentBody = z.instanceof(Buffer).nullish();

const WRITES = PERSONAL_METHODS.filter((method) => method !== 'GET');
const BODY_BYTES = 64 * KB;
const MAX_FORM_FIELDS = 100;
const JSON_BODY = 'application/json';
const FORM_BODY = 'application/x-www-form-urlencoded';
const FILES_BODY = 'multipart/form-data';
/** Not stored by any cache, and not transformed (RFC 9111 §5.2.2.6). */
const HEADERS = { 'cache-control': 'no-store, private, no-transform', vary: '*' };

/**
 * `/-/personal/{app}/{name}/{path}`: what a backend says of one visitor. The release of the app declares the path, the
 * operator maps the name (docs/personal.md). Checks that do not need the body run before it is read.
 */
export const personalRoutes: FastifyPluginAsyncZod<PersonalOptions> = async (app, { site, upstreams }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([JSON_BODY, FORM_BODY], { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  );
  await app.register(multipart, { throwFileSizeLimit: false });
  // Errors have these headers, too.
  app.addHook('onSend', async (_request, reply) => void reply.headers(HEADERS));
  const url = `${PERSONAL_PREFIX}:app/:name/*`;
  const route = {
    url,
    // A form and the link to a file show errors as pages.
    config: { kind: 'platform', errors: 'json-unless-html' },
    bodyLimit: BODY_BYTES,
    async onRequest(request: FastifyRequest<PersonalRequest>): Promise<void> {
      const { backend, app: asking } = askedBy(request, site, upstreams);
      if (!backend.limit.take(request.ip, asking)) throw personalErrors.LIMIT();
    },
    async handler(request: FastifyRequest<PersonalRequest>, reply: FastifyReply): Promise<FastifyReply> {
      return answer(request, reply, askedBy(request, site, upstreams));
    },
  } as const;
  app.route({ ...route, method: 'GET', schema: { params } });
  app.route({ ...route, method: WRITES, schema: { params, body: sentBody } });
};

/**
 * @returns a request with the declaration of its composition, on the host of the site always of the live one, and the
 *   operator's configuration for its address.
 * @throws PERSONAL_… for a request that is refused for every visitor
 */
function askedBy(
  request: FastifyRequest<PersonalRequest>,
  site: PersonalOptions['site'],
  upstreams: PersonalOptions['upstreams'],
) {
  const {
    params: { app, name },
    method,
    url,
    headers,
    served,
    preview,
  } = request;
  const { path: whole, search } = splitUrl(url);
  const path = whole.slice(`${PERSONAL_PREFIX}${app}/${name}`.length);
  // The scripts of a preview there have the session of the visitor.
  const { releases } = (preview && !preview.isApart ? site.live() : served) ?? {};
  const declared = ownOf(ownOf(releases, app)?.personal, name);
  const exchange = declared && findExchange(declared.paths, path);
  const asRead = method === 'HEAD' ? 'GET' : method;
  const isDeclared = declared?.methods.some((one) => one === asRead);
  if (!served || !exchange || !isDeclared) throw personalErrors.UNDECLARED();
  const backend = upstreams.backend(app, name, {
    samples: declared?.samples,
    isPreview: preview !== undefined,
  });
  if (!backend) throw personalErrors.UNMAPPED();
  const siteUrl = served.composition.site.url;
  const prefix = cookiePrefix(siteUrl);
  if (prefix === undefined) throw personalErrors.INSECURE();
  const isRead = asRead === 'GET';
  if (isRead ? isCrossSite(headers, siteUrl) : !isSameOrigin(headers, siteUrl))
    throw personalErrors.FOREIGN();
  if (!isRead) assertBody(request, exchange);
  return { app, backend, exchange, path, search, prefix };
}

/** @throws PERSONAL_TYPE, PERSONAL_FILE */
function assertBody(request: FastifyRequest<PersonalRequest>, { body }: PersonalExchange): void {
  const type = typeOf(request);
  if (type === FILES_BODY && typeof body === 'object') {
    if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes(body))
      throw personalErrors.FILE({ reason: `all files together are larger than ${body.maxMB} MB` });
  } else if (type !== JSON_BODY && !(type === FORM_BODY && body === 'form')) throw personalErrors.TYPE();
}

function typeOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trimEnd().toLowerCase();
}

async function answer(
  request: FastifyRequest<PersonalRequest>,
  reply: FastifyReply,
  { app, backend, exchange, path, search, prefix }: ReturnType<typeof askedBy>,
): Promise<FastifyReply> {
  const {
    method,
    raw,
    headers: { referer },
  } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const query = [...new URLSearchParams(search)];
  const address = callAddress(backend.settings.base, path, query);
  if (upstreamPathIssue(path) !== undefined || !address.ok || query.length > UPSTREAM_LIMITS.query)
    throw personalErrors.REQUEST({ reason: 'its path or its query is none' });
  const headers = visitorHeaders(raw, backend.visitor, prefix);
  const anonymous = (): FastifyReply => {
    if (!isRead || exchange.answer) throw personalErrors.ANONYMOUS();
    return reply.type(TYPES.json).send(JSON.stringify(ANONYMOUS_ANSWER));
  };
  // A sign-in has no cookie yet. A read without a cookie is answered without a call of the backend.
  if (isRead && !backend.invented && Object.keys(headers).length === 0) return anonymous();
  const body = isRead ? undefined : await readBody(request, exchange);
  const isForm = !isRead && typeOf(request) !== JSON_BODY && !wantsJson(request.headers, request.errors);
  const call = { app, path, exchange, query, method: isRead ? 'GET' : method, body, isForm, headers, prefix };
  const end = backend.limit.begin(request.ip);
  if (!end) throw personalErrors.LIMIT();
  const { status, body: json, cookies, file, location } = await callForVisitor(call, backend, end);
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (isForm) {
    if (status >= 400) throw personalErrors.REFUSED();
    // 303, because a browser would send the form again after 307.
    return reply.redirect(location ?? formPage(referer), 303);
  }
  if (status === 401) return anonymous();
  if (file) return reply.code(status).headers(file.headers).send(file.stream);
  return reply.code(status).type(TYPES.json).send(json);
}

/** @throws PERSONAL_REQUEST */
async function readBody(
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
    // Written anew, so that the backend reads the same fields.
    const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');
    if (fields.size > MAX_FORM_FIELDS) throw personalErrors.REQUEST({ reason: 'it has too many fields' });
    return { type: FORM_BODY, content: Buffer.from(fields.toString()) };
  }
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  if (!(await isJson(body))) throw personalErrors.REQUEST({ reason: 'its body is not JSON' });
  return { type: JSON_BODY, content: body };
}

/** @returns the page that sent a form, which this site did; without its address the home page. */
function formPage(referer: string | undefined): string {
  if (referer === undefined || !URL.canParse(referer)) return '/';
  const { pathname, search } = new URL(referer);
  return ownPath(pathname + search) ?? '/';
}

/** @param key untrusted: `constructor` finds no entry. */
function ownOf<Value>(record: Record<string, Value> | undefined, key: string): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
