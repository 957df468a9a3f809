import multipart from '@fastify/multipart';
import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import {
  ANONYMOUS_ANSWER,
  findExchange,
  PERSONAL_METHODS,
  PERSONAL_PREFIX,
} from '@voltframe/kit/contract/release/personal';
import { UPSTREAM_LIMITS, upstreamPathIssue } from '@voltframe/kit/contract/release/upstreams';
import { KB } from '@voltframe/kit/contract/units';
import { splitUrl } from '@voltframe/kit/contract/routing/url-path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { every } from '../../../platform/runtime/timers.ts';
import { personalErrors } from '../../upstream-errors.ts';
import { callAddress, type RawResponse } from '../../upstreams/fetch-response.ts';
import {
  callForVisitor,
  cookiePrefix,
  type PersonalCall,
  visitorHeaders,
} from '../../upstreams/personal-call.ts';
import type { ServedComposition } from '../../compositions/served-composition.ts';
import type { Site } from '../../compositions/site.ts';
import type { Upstreams } from '../../upstreams/upstreams.ts';
import {
  ANONYMOUS_EVENT,
  createEventStreams,
  EVENT_HEADERS,
  type EventStreams,
} from '../../upstreams/personal-events.ts';
import { assertBody, FORM_BODY, formPage, isPageForm, JSON_BODY, readBody } from '../personal-body.ts';
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
/** Bytes, which `readBody` of personal-body.ts checks. */
const sentBody = z.instanceof(Buffer).nullish();

const WRITES = PERSONAL_METHODS.filter((method) => method !== 'GET');
const BODY_BYTES = 64 * KB;
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
  const events = createEventStreams(every);
  // Otherwise the port would not close before them.
  app.addHook('preClose', async () => events.endAll());
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
      return answer(request, reply, askedBy(request, site, upstreams), events);
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
  const declared = declaredBy(preview && !preview.isApart ? site.live() : served, app, name);
  const exchange = declared && findExchange(declared.paths, path);
  const asRead = method === 'HEAD' ? 'GET' : method;
  const isDeclared = declared?.methods.some((one) => one === asRead);
  // A file or events have no end before which their head could be known.
  if (!served || !exchange || !isDeclared || (method === 'HEAD' && exchange.answer))
    throw personalErrors.UNDECLARED();
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
  const isCurrent = (): boolean => {
    const now = declaredBy(preview?.isApart ? served : site.live(), app, name);
    return now !== undefined && findExchange(now.paths, path)?.answer === exchange.answer;
  };
  return { app, backend, exchange, path, search, prefix, isCurrent };
}

function declaredBy(served: Pick<ServedComposition, 'releases'> | undefined, app: string, name: string) {
  return ownOf(ownOf(served?.releases, app)?.personal, name);
}

/** @param events the open streams of events of the port. */
async function answer(
  request: FastifyRequest<PersonalRequest>,
  reply: FastifyReply,
  { app, backend, exchange, path, search, prefix, isCurrent }: ReturnType<typeof askedBy>,
  events: EventStreams,
): Promise<FastifyReply> {
  const {
    method,
    raw,
    params: { name },
  } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const query = [...new URLSearchParams(search)];
  const address = callAddress(backend.settings.base, path, query);
  if (upstreamPathIssue(path) !== undefined || !address.ok || query.length > UPSTREAM_LIMITS.query)
    throw personalErrors.REQUEST({ reason: 'its path or its query is none' });
  const visitor = visitorHeaders(raw, backend.visitor, prefix);
  const isEvents = isRead && exchange.answer === 'events';
  const anonymous = (): FastifyReply => {
    if (isEvents) return reply.headers(EVENT_HEADERS).send(ANONYMOUS_EVENT);
    if (!isRead || exchange.answer) throw personalErrors.ANONYMOUS();
    return reply.type(TYPES.json).send(JSON.stringify(ANONYMOUS_ANSWER));
  };
  // A sign-in has no cookie yet. A read without a cookie is answered without a call of the backend.
  if (isRead && !backend.invented && Object.keys(visitor).length === 0) return anonymous();
  const session = JSON.stringify([name, visitor]);
  const isForm = isPageForm(request);
  const call: PersonalCall = {
    app,
    path,
    exchange,
    query,
    method: isRead ? 'GET' : method,
    body: isRead ? undefined : await readBody(request, exchange),
    isForm,
    headers: { ...visitor, ...(isEvents && lastEventId(raw.headers)) },
    openEvents: (answered) => events.open(answered, { session, isCurrent }),
    prefix,
  };
  const end = ((isEvents && backend.events) || backend).limit.begin(request.ip);
  if (!end) throw personalErrors.LIMIT();
  const { status, body: json, cookies, stream, location } = await callForVisitor(call, backend, end);
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (isOtherSession(cookies, visitor, prefix)) events.endSession(session);
  if (isForm) {
    if (status >= 400) throw personalErrors.REFUSED();
    // 303, because a browser would send the form again after 307.
    return reply.redirect(location ?? formPage(request), 303);
  }
  if (status === 401) return anonymous();
  const sent = isEvents && backend.invented && json ? call.openEvents(inventedEvent(json)) : stream;
  if (sent) return reply.code(status).headers(sent.headers).send(sent.stream);
  return reply.code(status).type(TYPES.json).send(json);
}

/** A stream of one event, the sample; in development and in previews. */
function inventedEvent(sample: Buffer): Pick<RawResponse, 'headers' | 'body'> {
  const body = new PassThrough();
  body.write(`data: ${sample.toString()}\n\n`);
  return { headers: EVENT_HEADERS, body };
}

/** Where browsers are in a stream of events that they open again. */
function lastEventId({ 'last-event-id': id }: IncomingHttpHeaders): Record<string, string> {
  return typeof id === 'string' && /^[\x20-\x7e]{1,200}$/.test(id) ? { 'last-event-id': id } : {};
}

/** @returns whether lines of `Set-Cookie` change the session that a request had. */
function isOtherSession(cookies: string[], { cookie = '' }: Record<string, string>, prefix: string): boolean {
  const had = cookie.split('; ');
  return cookies.some((line) => !had.includes(line.slice(prefix.length).split(';', 1)[0]!));
}

/** @param key untrusted: `constructor` finds no entry. */
function ownOf<Value>(record: Record<string, Value> | undefined, key: string): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
