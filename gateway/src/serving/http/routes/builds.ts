import { FIGURES_URL, type SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import type { FastifyInstance } from 'fastify';
import { CACHE } from '../../responses/cache-policy.ts';
import { buildManifest } from '../../compositions/client-tables.ts';
import { tablesUrl } from '@voltframe/kit/contract/page/page-data';
import { COMPOSITION_ID } from '@voltframe/kit/contract/release/composition';
import { gatewayErrors } from '../../../platform/errors.ts';
import { servedFor, setCompositionHeaders } from '../composition-header.ts';
import { sendBody, TYPES } from '../send-body.ts';
import { createEncodedBody, type EncodedBody } from '../../responses/encoded-body.ts';
import type { ServedComposition } from '../../compositions/served-composition.ts';
import type { Site } from '../../compositions/site.ts';

/** The build marker, the route-rules manifest (docs/behaviour.md 8.1, 8.2), and the site tables. */
export function registerBuilds(app: FastifyInstance, site: Site): void {
  app.get('/builds/latest.json', async (request, reply) => {
    const { id, timestamp } = servedFor(request).composition;
    const body = createEncodedBody(JSON.stringify({ id, timestamp }));
    return sendBody(request, reply, body, { type: TYPES.json, cache: CACHE.marker });
  });

  const send = (
    folder: string,
    fileOf: (served: ServedComposition) => { url: string; body: EncodedBody } | undefined,
  ): void => {
    app.get<{ Params: { file: string } }>(`/builds/${folder}/:file`, async (request, reply) => {
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
  send('meta', ({ composition, bodies }) => {
    const body = bodies.get(' manifest') ?? createEncodedBody(JSON.stringify(buildManifest(composition)));
    bodies.set(' manifest', body);
    return { url: `/builds/meta/${composition.id}.json`, body };
  });
  send('tables', ({ composition, scripts: { tables } }) => {
    return tables && { url: tablesUrl(composition.id, tables.integrity), body: tables.body };
  });
}

/** Time in ms for which computed figures are reused, whatever the number of requests. */
const KEPT_MS = 60_000;

/**
 * The public figures of the site (docs/behaviour.md 8.10).
 * @param read computes them; undefined before the first activation. @param now ms since the epoch.
 */
export function registerFigures(
  app: FastifyInstance,
  read: () => Promise<SiteFigures> | undefined,
  now: () => number,
): void {
  let kept: { at: number; body: Promise<EncodedBody> } | undefined;
  app.get(FIGURES_URL, async (request, reply) => {
    const at = now();
    if (!kept || at - kept.at >= KEPT_MS) {
      const figures = read();
      if (!figures) throw gatewayErrors.NO_COMPOSITION();
      kept = { at, body: figures.then((value) => createEncodedBody(JSON.stringify(value))) };
    }
    return sendBody(request, reply, await kept.body, { type: TYPES.json, cache: CACHE.minute });
  });
}
