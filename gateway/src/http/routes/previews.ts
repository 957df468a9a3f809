import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import { withTrailingSlash } from '@voltframe/kit/contract/routing/url-path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CACHE } from '../../answers/cache-policy.ts';
import { cookieHeader, readCookie } from '../cookie.ts';
import { setCompositionHeaders } from '../composition-header.ts';
import { createEncodedBody, type EncodedBody } from '../../answers/encoded-body.ts';
import { type OpenPreview, PREVIEW_PATH, type Previews } from '../../activation/previews.ts';
import type { ServedComposition } from '../../compositions/served-composition.ts';
import type { Site } from '../../compositions/site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the visitor looks at a candidate instead of the live site. */
    preview: OpenPreview | undefined;
  }
}

const COOKIE = 'preview';
const NOTE_STYLE = `${PREVIEW_PATH}/note.css`;

/**
 * The signed address of a candidate (`mfe publish --preview`). It sets a cookie of the browser session, and pages are then
 * answered from the candidate, with and without JavaScript; a forged or expired one shows the live site.
 */
export function registerPreviews(app: FastifyInstance, site: Site, previews: Previews): void {
  app.decorateRequest('preview', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const token = readCookie(request.headers.cookie, COOKIE);
    if (token === undefined) return done();
    void enter(request, reply, previews, token, done);
  });
  // Files are addressed by their content; everything else of a candidate is nobody's to keep or to index.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.preview && !request.url.startsWith('/assets/'))
      reply.headers({ 'cache-control': 'no-store, private', 'x-robots-tag': 'noindex, nofollow' });
    done(null, payload);
  });
  app.get<{ Params: { token: string } }>(`${PREVIEW_PATH}/:token`, async (request, reply) => {
    const preview = await previews.open(request.params.token);
    const to = preview ? startPage(preview.served, site.live()) : '/';
    return lead(request, reply, preview && request.params.token, to);
  });
  app.get(PREVIEW_PATH, (request, reply) => lead(request, reply, undefined, '/'));
  app.get(NOTE_STYLE, (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', CACHE.hour).send(NOTE_CSS),
  );
}

async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  previews: Previews,
  token: string,
  done: () => void,
): Promise<void> {
  // Whatever is wrong with it, the live site can be shown.
  const preview = await previews.open(token).catch(() => undefined);
  request.preview = preview;
  if (preview) setCompositionHeaders(reply.raw, (request.served = preview.served));
  done();
}

function lead(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
  to: string,
): FastifyReply {
  const secure = request.served?.composition.site.url.startsWith('https:') ?? false;
  return reply
    .headers({
      'set-cookie': cookieHeader(COOKIE, token, { path: '/', sameSite: 'lax', secure }),
      'cache-control': CACHE.never,
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      location: to,
    })
    .code(303)
    .send();
}

/** The first page of an app that differs from the live one: that is what there is to look at. */
function startPage({ composition }: ServedComposition, live: ServedComposition | undefined): string {
  const pages = composition.routes.filter(
    ({ app, path }) => composition.apps[app] !== live?.composition.apps[app] && !path.includes(':'),
  );
  const [first] = pages.toSorted((a, b) => a.path.length - b.path.length);
  return withTrailingSlash(first?.path ?? '/', composition.site.trailingSlash);
}

/** Says on the page that it is not live, and how to leave. Outside the root container, so hydration does not see it. */
export async function withPreviewNote(body: EncodedBody, { until }: OpenPreview): Promise<EncodedBody> {
  const html = (await body.in('identity')).bytes.toString('utf8');
  const time = new Date(until).toISOString();
  const note =
    `<link rel="stylesheet" href="${NOTE_STYLE}"><aside class="preview-note" aria-label="Preview">` +
    `Preview, not live; works until <time datetime="${time}">${escapeHtml(`${time.slice(0, 16).replace('T', ' ')} UTC`)}</time>. ` +
    `<a href="${PREVIEW_PATH}" rel="nofollow">Leave the preview</a></aside>`;
  return createEncodedBody(html.replace(/<\/body><\/html>$/, `${note}</body></html>`), 'quick');
}

const NOTE_CSS = `.preview-note { position: fixed; inset: auto 0 0; z-index: 1000; padding: 0.5rem 1rem; text-align: center;
  font: 0.875rem/1.4 system-ui, sans-serif; color: #111; background: #ffd54a; }
.preview-note a { color: inherit; font-weight: 600; }
@media print { .preview-note { display: none; } }
`;
