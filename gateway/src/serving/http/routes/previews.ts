import { randomBytes } from 'node:crypto';
import { withTrailingSlash } from '@voltframe/kit/contract/routing/url-path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CACHE } from '../../responses/cache-policy.ts';
import { cookieHeader, readCookie } from '../../../platform/secrets/cookie.ts';
import { setCompositionHeaders } from '../composition-header.ts';
import { NO_INPUT } from '../request-state.ts';
import { gatewayErrors } from '../../../platform/errors.ts';
import { servingErrors } from '../../serving-errors.ts';
import {
  type OpenPreview,
  PREVIEW_PATH,
  previewCookie,
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
  /** Origin of the host of previews; undefined: they are on the host of the site. */
  previewUrl: string | undefined;
}

/** Answers requests with the cookie of a preview from its candidate, with and without JavaScript. */
export function servePreviews(
  app: FastifyInstance,
  { openPreview, previewUrl }: Pick<PreviewOptions, 'openPreview' | 'previewUrl'>,
): void {
  app.decorateRequest('preview', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const token = isOfPreviews(request, previewUrl)
      ? readCookie(request.headers.cookie, previewCookie(addressOf(request, previewUrl)))
      : undefined;
    if (token === undefined) return done();
    void enter(request, reply, { openPreview, previewUrl }, token, done);
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
const querystring = z.object({ to: z.unknown().optional(), ask: z.unknown().optional() });
/** People open these addresses, so errors of a browser are pages. */
const config = { kind: 'platform', errors: 'json-unless-html' } as const;

/**
 * The signed address of a candidate (`mfe preview`), which sets a cookie until the end of the preview; a forged or
 * expired address gets an error. A person confirms an address that a page opens. Entering and leaving keep the path of
 * the page: `?to=`, or the page of this site with the link.
 */
export const previewRoutes: FastifyPluginAsyncZod<PreviewOptions> = async (
  app,
  { site, openPreview, previewUrl },
) => {
  app.get(`${PREVIEW_PATH}/:token`, { schema: { params, querystring }, config }, async (request, reply) => {
    if (!isOfPreviews(request, previewUrl)) return lead(reply, previewUrl + request.url);
    const url = addressOf(request, previewUrl);
    const { token } = request.params;
    const preview = await openPreview(token).catch((error: Error) => {
      throw isUnfit(error) ? over(reply, url, error) : error;
    });
    if (!preview) throw over(reply, url);
    const to = askedFor(request) ?? startPage(preview, site.live());
    if (!isOpenedByPerson(request, url) && !isConfirmed(request, url))
      return ask(request, reply, { url, preview, token, to });
    return lead(reply, to, cookieOf(url, token, preview.leftMs));
  });
  app.get(PREVIEW_PATH, { schema: { querystring }, config }, (request, reply) =>
    lead(reply, askedFor(request) ?? '/', cookieOf(addressOf(request, previewUrl), undefined)),
  );
  app.get(NOTE_STYLE, { schema: NO_INPUT, config }, (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', CACHE.hour).send(NOTE_CSS),
  );
};

/** @returns whether the request is for the host that shows previews. */
function isOfPreviews({ host }: FastifyRequest, previewUrl: string | undefined): boolean {
  return previewUrl === undefined || new URL(previewUrl).host === host;
}

/** @returns the address of the host of previews. */
function addressOf({ served }: FastifyRequest, previewUrl: string | undefined): string {
  return previewUrl ?? served?.composition.site.url ?? '';
}

async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { openPreview, previewUrl }: Pick<PreviewOptions, 'openPreview' | 'previewUrl'>,
  token: string,
  done: (error?: Error) => void,
): Promise<void> {
  // While the database is away the live site can be shown.
  const preview = await openPreview(token).catch((error: Error) => (isUnfit(error) ? error : null));
  const isOpen = preview && 'served' in preview;
  if (isOpen) setCompositionHeaders(reply.raw, (request.served = preview.served));
  request.preview = isOpen ? { ...preview, isApart: previewUrl !== undefined } : undefined;
  const isPage =
    request.headers['sec-fetch-dest'] === 'document' || /\btext\/html\b/.test(request.headers.accept ?? '');
  const isOver = preview !== null && !isOpen && isPage && !request.url.startsWith('/-/');
  done(isOver ? over(reply, addressOf(request, previewUrl), preview) : undefined);
}

function isUnfit(error: Error): boolean {
  return isPlatformError(error) && error.code === servingErrors.PREVIEW_UNFIT.code;
}

/** Removes the cookie, so that the next page is the live site. @returns the message for the visitor. */
function over(reply: FastifyReply, url: string, message: Error = servingErrors.PREVIEW_OVER()): Error {
  reply.header('set-cookie', cookieOf(url, undefined));
  return message;
}

/**
 * Whether a person opened the address, in the address bar, from a bookmark or another program: no page can send such a
 * request (Fetch Metadata, "Sec-Fetch-Site: none"). Browsers send these headers over https and to this machine.
 */
function isOpenedByPerson({ headers }: FastifyRequest, url: string): boolean {
  const { 'sec-fetch-site': from, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  if (from === undefined) return !url.startsWith('https:');
  return from === 'none' && mode === 'navigate' && dest === 'document';
}

/** Whether the address has the value that only the page of {@link ask} and its cookie have. */
function isConfirmed({ headers, query }: FastifyRequest, url: string): boolean {
  const known = readCookie(headers.cookie, askCookie(url));
  return known !== undefined && ASK_VALUE.test(known) && known === (query as { ask?: unknown }).ask;
}

function askCookie(url: string): string {
  return `${previewCookie(url)}-ask`;
}

const ASK_VALUE = /^[0-9a-f]{32}$/;
/** How long a question can be answered, in seconds. */
const ASK_S = 600;
/** In a sandbox the page has an origin of its own, so no script of the site can read it or press its button. */
const ASK_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; sandbox allow-forms";

/** Asks the person before the cookie of the preview is set. */
function ask(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { url, preview, token, to }: { url: string; preview: OpenPreview; token: string; to: string },
): FastifyReply {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': dest = 'document' } = headers;
  // A script could read the page.
  if (mode !== 'navigate' || dest !== 'document')
    throw gatewayErrors.BAD_REQUEST({ reason: 'the address of a preview is opened as a page' });
  const value = randomBytes(16).toString('hex');
  const secure = url.startsWith('https:');
  const cookie = cookieHeader(askCookie(url), value, { path: '/', sameSite: 'lax', secure, maxAge: ASK_S });
  const hidden = (name: string, text: string) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(text)}">`;
  const page =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Open a preview?</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<link rel="stylesheet" href="${NOTE_STYLE}"></head><body class="preview-ask"><main><h1>Open a preview?</h1>` +
    `<p>This link shows ${escapeHtml(preview.apps.join(', '))} in a version that is not live, until ` +
    `${new Date(preview.until).toISOString().slice(0, 16).replace('T', ' ')} UTC. Open it if you expect it from the team.</p>` +
    `<form action="${PREVIEW_PATH}/${escapeHtml(token)}">${hidden('to', to)}${hidden('ask', value)}` +
    `<button>Open the preview</button></form><p><a href="/">Go to the live site</a></p></main></body></html>`;
  return reply
    .headers({
      'set-cookie': cookie,
      'cache-control': CACHE.never,
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': ASK_POLICY,
    })
    .type('text/html; charset=utf-8')
    .send(page);
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

/** @param leftMs time until the end of the preview, in milliseconds. */
function cookieOf(url: string, token: string | undefined, leftMs = 0): string {
  const secure = url.startsWith('https:');
  const maxAge = Math.ceil(leftMs / 1000);
  return cookieHeader(previewCookie(url), token, { path: '/', sameSite: 'lax', secure, maxAge });
}

function lead(reply: FastifyReply, to: string, cookie?: string): FastifyReply {
  return reply
    .headers({
      ...(cookie !== undefined && { 'set-cookie': cookie }),
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
  const { bytes } = await body.in('identity');
  const time = new Date(until).toISOString();
  const what = (await differs())
    .map(
      ({ app, digest, identity }) => `${app} ${(identity && identityText(identity)) || digest.slice(0, 12)}`,
    )
    .join(', ');
  const note =
    // The platform's class, so that it belongs to no page.
    `<aside class="shell_preview-note" aria-label="Preview"><link rel="stylesheet" href="${NOTE_STYLE}">` +
    `Preview${what && ` of ${escapeHtml(what)}`}, made ${ageText(ageMs)}, ${what ? 'not live' : 'the same as the live site'}; ` +
    `works until <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>. ` +
    `<a href="${PREVIEW_PATH}" rel="nofollow">Leave the preview</a></aside>`;
  return createEncodedBody(insertedAtEnd(bytes, note));
}

const END = Buffer.from('</body></html>');

/**
 * Bytes, because a commit message may contain `$&` and the like, which `replace` would read as a part of the document
 * to copy, and because a document may have 32 MB.
 * @returns the document with the text before the end of its body.
 */
function insertedAtEnd(html: Buffer, text: string): Buffer {
  const before = html.subarray(0, -END.length);
  return html.subarray(before.length).equals(END) ? Buffer.concat([before, Buffer.from(text), END]) : html;
}

const NOTE_CSS = `.shell_preview-note { position: fixed; inset: auto 0 0; z-index: 1000; padding: 0.5rem 1rem; text-align: center;
  font: 0.875rem/1.4 system-ui, sans-serif; color: #111; background: #ffd54a; }
.shell_preview-note a { color: inherit; font-weight: 600; }
.preview-ask { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
.preview-ask button { font: inherit; padding: 0.5rem 1rem; }
@media print { .shell_preview-note { display: none; } }
`;
