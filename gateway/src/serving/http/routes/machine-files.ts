import { absoluteUrl } from '@voltframe/kit/contract/page/canonical';
import { tablesUrl } from '@voltframe/kit/contract/page/page-data';
import { FIGURES_URL, type SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { COMPOSITION_ID } from '@voltframe/kit/contract/release/composition';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { gatewayErrors } from '../../../platform/errors.ts';
import { servingErrors } from '../../serving-errors.ts';
import { CACHE, EVERY_APP } from '../../responses/cache-policy.ts';
import { buildManifest } from '../../compositions/client-tables.ts';
import { servedFor, setCompositionHeaders } from '../composition-header.ts';
import { NO_INPUT } from '../request-state.ts';
import { sendBody, TYPES } from '../send-body.ts';
import { createEncodedBody, type EncodedBody } from '../../responses/encoded-body.ts';
import type { Sitemaps } from '../../pages/sitemaps.ts';
import type { ServedComposition } from '../../compositions/served-composition.ts';
import type { Site } from '../../compositions/site.ts';

const part = z.object({ part: z.coerce.number() });

/**
 * `robots.txt`, `sitemap.xml` with its parts, and the icons that are asked for without a link. Addresses in them come
 * from the site's configuration, never from the request.
 */
export const machineFileRoutes: FastifyPluginAsyncZod<{ sitemaps: Sitemaps }> = async (app, { sitemaps }) => {
  const route = { schema: NO_INPUT, config: { kind: 'file' } } as const;
  app.get('/robots.txt', route, async (request, reply) => {
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
    app.get(path, route, async (request, reply) => {
      const { touchIcon } = servedFor(request).shell;
      if (touchIcon === undefined) throw servingErrors.ASSET_NOT_FOUND();
      return reply.header('cache-control', CACHE.hour).redirect(touchIcon, 302);
    });

  const sitemap = { type: TYPES.xml, cache: CACHE.hour, apps: [EVERY_APP] };
  app.get('/sitemap.xml', route, async (request, reply) => {
    const body = await sitemaps.read(servedFor(request));
    return sendBody(request, reply, body!, sitemap);
  });
  const partRoute = { schema: { ...NO_INPUT, params: part }, config: { kind: 'file' } } as const;
  app.get('/sitemap-:part(^\\d{1,4}).xml', partRoute, async (request, reply) => {
    const body = await sitemaps.read(servedFor(request), request.params.part);
    if (!body) throw servingErrors.ASSET_NOT_FOUND();
    return sendBody(request, reply, body, sitemap);
  });
};

const params = z.object({ file: z.string() });
const BUILD = { kind: 'build', errors: 'json' } as const;

/** The build marker, the route-rules manifest (docs/behaviour.md 8.1, 8.2), and the site tables. */
export const buildRoutes: FastifyPluginAsyncZod<{ site: Pick<Site, 'select'> }> = async (app, { site }) => {
  app.get('/builds/latest.json', { schema: NO_INPUT, config: BUILD }, async (request, reply) => {
    const { id, timestamp } = servedFor(request).composition;
    const body = createEncodedBody(JSON.stringify({ id, timestamp }));
    return sendBody(request, reply, body, { type: TYPES.json, cache: CACHE.marker });
  });

  const send = (
    folder: string,
    fileOf: (served: ServedComposition) => { url: string; body: EncodedBody } | undefined,
  ): void => {
    app.get(`/builds/${folder}/:file`, { schema: { params }, config: BUILD }, async (request, reply) => {
      const [id = ''] = request.params.file.split('.', 1);
      if (!COMPOSITION_ID.test(id)) throw gatewayErrors.NOT_FOUND();
      // Status 404: polling treats it as "the manifest of this build was removed", not as a temporary failure.
      const served = await site.select(id).catch(() => {
        throw gatewayErrors.NOT_FOUND();
      });
      const file = fileOf(served);
      // Caches store the address for ever, so it must have exactly these bytes. Another version of the gateway may
      // have written those.
      if (file?.url !== `/builds/${folder}/${request.params.file}`) throw gatewayErrors.NOT_FOUND();
      setCompositionHeaders(reply.raw, served);
      return sendBody(request, reply, file.body, { type: TYPES.json, cache: CACHE.immutable });
    });
  };
  send('meta', ({ composition, answers }) => {
    const url = `/builds/meta/${composition.id}.json`;
    const known = answers.find(url, '');
    const body = known ?? createEncodedBody(JSON.stringify(buildManifest(composition)));
    if (!known) answers.store(url, body);
    return { url, body };
  });
  send('tables', ({ composition, scripts: { tables } }) => {
    return tables && { url: tablesUrl(composition.id, tables.integrity), body: tables.body };
  });
};

/** Time in ms for which computed figures are reused, whatever the number of requests. */
const KEPT_MS = MINUTE_MS;

interface FigureOptions {
  /** Computes the figures; undefined before the first activation. */
  read: () => Promise<SiteFigures> | undefined;
  /** Ms since the epoch. */
  now: () => number;
}

/** The public figures of the site (docs/behaviour.md 8.10). */
export const figureRoutes: FastifyPluginAsyncZod<FigureOptions> = async (app, { read, now }) => {
  let kept: { at: number; body: Promise<EncodedBody> } | undefined;
  app.get(FIGURES_URL, { schema: NO_INPUT, config: BUILD }, async (request, reply) => {
    const at = now();
    if (!kept || at - kept.at >= KEPT_MS) {
      const figures = read();
      if (!figures) throw servingErrors.NO_COMPOSITION();
      kept = { at, body: figures.then((value) => createEncodedBody(JSON.stringify(value))) };
    }
    return sendBody(request, reply, await kept.body, { type: TYPES.json, cache: CACHE.minute });
  });
};
