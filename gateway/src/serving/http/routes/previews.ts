import { withTrailingSlash } from '@voltframe/kit/contract/routing/url-path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CACHE } from '../../responses/cache-policy.ts';
import { cookieHeader, readCookie } from '../../../platform/secrets/cookie.ts';
import { setCompositionHeaders } from '../composition-header.ts';
import { NO_INPUT } from '../request-state.ts';
import { servingErrors } from '../../serving-errors.ts';
import {
  type OpenPreview,
  PREVIEW_COOKIE,
  PREVIEW_PATH,
  type PreviewReader,
} from '../../compositions/previews.ts';
import type { ServedComposition } from '../../compositions/served-composition.ts';
import type { Site } from '../../compositions/site.ts';
import { ageText } from '@voltframe/kit/contract/operations/site-status';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import { identityText } from '@voltframe/kit/contract/release/identity';
import { createEncodedBody, type EncodedBody } from '../../responses/encoded-body.ts';

/** Longer than any address that the gateway takes. */
const MOST_PATH = 8 * 1024;

interface PreviewOptions {
  site: Pick<Site, 'live'>;
  openPreview: PreviewReader;
}

/** Answers requests with the cookie of a preview from its candidate, with and without JavaScript. */
export function servePreviews(
  app: FastifyInstance,
  { openPreview }: Pick<PreviewOptions, 'openPreview'>,
): void {
  app.decorateRequest('preview', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const token = readCookie(request.headers.cookie, PREVIEW_COOKIE);
    if (token === undefined) return done();
    void enter(request, reply, openPreview, token, done);
  });
  // Files are addressed by their content; other responses of a candidate are neither cached nor indexed.
  app.addHook('onSend', (request, reply, payload, done) => {
    // The address has the token, also where the answer is an error screen with links.
    if (request.url.startsWith(PREVIEW_PATH)) reply.header('referrer-policy', 'no-referrer');
    if (request.preview && request.routeOptions.config.kind !== 'asset')
      reply.headers({ 'cache-control': 'no-store, private', 'x-robots-tag': 'noindex, nofollow' });
    done(null, payload);
  });
}

const params = z.object({ token: z.string() });
const querystring = z.object({ to: z.unknown().optional() });
/** People open these addresses, so errors of a browser are pages. */
const config = { kind: 'platform', errors: 'json-unless-html' } as const;

/**
 * The signed address of a candidate (`mfe preview`), which sets a cookie of the browser session; a forged or expired
 * address gets an error. Entering and leaving keep the path of the page: `?to=`, or the page of this site with the
 * link.
 */
export const previewRoutes: FastifyPluginAsyncZod<PreviewOptions> = async (app, { site, openPreview }) => {
  app.get(`${PREVIEW_PATH}/:token`, { schema: { params, querystring }, config }, async (request, reply) => {
    const preview = await openPreview(request.params.token).catch((error: Error) => {
      throw isUnfit(error) ? over(request, reply, error) : error;
    });
    if (!preview) throw over(request, reply);
    const to = askedFor(request) ?? startPage(preview, site.live());
    return lead(request, reply, request.params.token, to);
  });
  app.get(PREVIEW_PATH, { schema: { querystring }, config }, (request, reply) =>
    lead(request, reply, undefined, askedFor(request) ?? '/'),
  );
  app.get(NOTE_STYLE, { schema: NO_INPUT, config }, (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', CACHE.hour).send(NOTE_CSS),
  );
};

async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  openPreview: PreviewReader,
  token: string,
  done: (error?: Error) => void,
): Promise<void> {
  // While the database is away the live site can be shown.
  const preview = await openPreview(token).catch((error: Error) => (isUnfit(error) ? error : null));
  const isOpen = preview && 'served' in preview;
  if (isOpen) setCompositionHeaders(reply.raw, (request.served = preview.served));
  request.preview = isOpen ? preview : undefined;
  const isPage =
    request.headers['sec-fetch-dest'] === 'document' || /\btext\/html\b/.test(request.headers.accept ?? '');
  const isOver = preview !== null && !isOpen && isPage && !request.url.startsWith('/-/');
  done(isOver ? over(request, reply, preview) : undefined);
}

function isUnfit(error: Error): boolean {
  return isPlatformError(error) && error.code === servingErrors.PREVIEW_UNFIT.code;
}

/** Removes the cookie, so that the next page is the live site. @returns the message for the visitor. */
function over(
  request: FastifyRequest,
  reply: FastifyReply,
  message: Error = servingErrors.PREVIEW_OVER(),
): Error {
  reply.header('set-cookie', cookieOf(request, undefined));
  return message;
}

/** @returns the page that was asked for: a path of this site, or that of the page of this site which holds the link. */
function askedFor(request: FastifyRequest): string | undefined {
  const { to } = request.query as { to?: unknown };
  const own = `http://${request.host}`;
  const path = typeof to === 'string' ? to : pathOfReferer(request);
  if (path === undefined || path.length > MOST_PATH || !path.startsWith('/') || !URL.canParse(path, own))
    return undefined;
  const url = new URL(path, own);
  const isPage = url.origin === own && !url.pathname.startsWith('/-/');
  // Parsed once more, because `/.//evil.example` is a path that becomes another host.
  return isPage && !url.pathname.startsWith('//') ? url.pathname + url.search : undefined;
}

function pathOfReferer({ headers, host }: FastifyRequest): string | undefined {
  const { referer } = headers;
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const url = new URL(referer);
  return url.host === host ? url.pathname + url.search : undefined;
}

function cookieOf(request: FastifyRequest, token: string | undefined): string {
  const secure = request.served?.composition.site.url.startsWith('https:') ?? false;
  return cookieHeader(PREVIEW_COOKIE, token, { path: '/', sameSite: 'lax', secure });
}

function lead(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
  to: string,
): FastifyReply {
  return reply
    .headers({
      'set-cookie': cookieOf(request, token),
      'cache-control': CACHE.never,
      'x-robots-tag': 'noindex, nofollow',
      location: to,
    })
    .code(303)
    .send();
}

/** The first page of a previewed app. */
function startPage(
  { served: { composition }, apps }: Pick<OpenPreview, 'served' | 'apps'>,
  live: ServedComposition | undefined,
): string {
  const isPreviewed = (app: string): boolean =>
    apps?.includes(app) ?? composition.apps[app] !== live?.composition.apps[app];
  const pages = composition.routes.filter(({ app, path }) => isPreviewed(app) && !path.includes(':'));
  const [first] = pages.toSorted((a, b) => a.path.length - b.path.length);
  return withTrailingSlash(first?.path ?? '/', composition.site.trailingSlash);
}

const NOTE_STYLE = `${PREVIEW_PATH}/note.css`;

/**
 * The note of a preview: its app, its age, and a link to the same page of the live site. Outside the root
 * container, so hydration does not see it.
 */
export async function withPreviewNote(
  body: EncodedBody,
  { differs, ageMs, until }: OpenPreview,
): Promise<EncodedBody> {
  const html = (await body.in('identity')).bytes.toString('utf8');
  const time = new Date(until).toISOString();
  const what = (await differs())
    .map(
      ({ app, digest, identity }) => `${app} ${(identity && identityText(identity)) || digest.slice(0, 12)}`,
    )
    .join(', ');
  const note =
    `<link rel="stylesheet" href="${NOTE_STYLE}"><aside class="preview-note" aria-label="Preview">` +
    `Preview${what && ` of ${escapeHtml(what)}`}, made ${ageText(ageMs)}, ${what ? 'not live' : 'the same as the live site'}; ` +
    `works until <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>. ` +
    `<a href="${PREVIEW_PATH}" rel="nofollow">Leave the preview</a></aside>`;
  return createEncodedBody(insertedAtEnd(html, note));
}

/**
 * A commit message may contain `$&` and the like, which `replace` would read as a part of the document to copy.
 * @returns the document with the text before the end of its body.
 */
function insertedAtEnd(html: string, text: string): string {
  const end = '</body></html>';
  return html.endsWith(end) ? html.slice(0, -end.length) + text + end : html;
}

const NOTE_CSS = `.preview-note { position: fixed; inset: auto 0 0; z-index: 1000; padding: 0.5rem 1rem; text-align: center;
  font: 0.875rem/1.4 system-ui, sans-serif; color: #111; background: #ffd54a; }
.preview-note a { color: inherit; font-weight: 600; }
@media print { .preview-note { display: none; } }
`;
