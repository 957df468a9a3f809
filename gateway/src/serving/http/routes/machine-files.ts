import { absoluteUrl, canonicalUrl } from '@voltframe/kit/contract/page/canonical';
import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import type { FastifyInstance } from 'fastify';
import { gatewayErrors } from '../../../platform/errors.ts';
import { CACHE, EVERY_APP } from '../../responses/cache-policy.ts';
import { isCacheable } from '../../compositions/client-tables.ts';
import { servedFor } from '../composition-header.ts';
import { sendBody, TYPES } from '../send-body.ts';
import { createEncodedBody, type EncodedBody } from '../../responses/encoded-body.ts';
import type { ServedComposition } from '../../compositions/served-composition.ts';

/** The protocol's limit of one sitemap. */
const MAX_URLS = 50_000;

/**
 * `robots.txt`, `sitemap.xml`, and the icons that are asked for without a link. Addresses in them come from the site's
 * configuration, never from the request.
 */
export function registerMachineFiles(app: FastifyInstance): void {
  app.get('/robots.txt', async (request, reply) => {
    const { site: config } = servedFor(request).composition;
    const lines = config.indexable
      ? ['User-agent: *', 'Allow: /', `Sitemap: ${absoluteUrl('/sitemap.xml', config)}`]
      : ['User-agent: *', 'Disallow: /'];
    return sendBody(request, reply, createEncodedBody(`${lines.join('\n')}\n`), {
      type: TYPES.text,
      cache: CACHE.hour,
      apps: [EVERY_APP],
    });
  });

  // Feed readers and phones request these without a link; documents link the hashed addresses of icons.
  for (const path of ['/favicon.ico', '/apple-touch-icon.png'])
    app.get(path, async (request, reply) => {
      const { touchIcon } = servedFor(request).shell;
      if (touchIcon === undefined) throw gatewayErrors.ASSET_NOT_FOUND();
      return reply.header('cache-control', CACHE.hour).redirect(touchIcon, 302);
    });

  app.get('/sitemap.xml', async (request, reply) => {
    const served = servedFor(request);
    const body = served.bodies.get(' sitemap') ?? (await buildSitemap(served));
    served.bodies.set(' sitemap', body);
    return sendBody(request, reply, body, { type: TYPES.xml, cache: CACHE.hour, apps: [EVERY_APP] });
  });
}

async function buildSitemap(served: ServedComposition): Promise<EncodedBody> {
  const { composition, matcher, renderer } = served;
  // Guarded pages are not public, so search engines do not get them.
  const open = composition.routes.filter((route) => isCacheable(route, matcher));
  const lists = await Promise.all(open.map((route) => renderer.listed(route)));
  const inputs: Record<string, string> = Object.assign({}, ...lists.map((list) => list.inputs));
  const urls = lists
    .flatMap(({ value }) => value)
    .slice(0, MAX_URLS)
    .map((entry) => urlElement(entry, served));
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  return createEncodedBody(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">\n${urls.join('\n')}\n</urlset>\n`,
    served.upstreams?.of(inputs),
  );
}

function urlElement({ path, updated }: PathEntry, { composition }: ServedComposition): string {
  const loc = escapeHtml(canonicalUrl(path, '', composition.site));
  return `<url><loc>${loc}</loc>${updated === undefined ? '' : `<lastmod>${escapeHtml(updated)}</lastmod>`}</url>`;
}
