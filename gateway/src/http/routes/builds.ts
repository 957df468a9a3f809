import type { FastifyInstance } from 'fastify';
import { CACHE } from '../../answers/cache-policy.ts';
import { buildManifest } from '../../compositions/client-tables.ts';
import { COMPOSITION_ID } from '@voltframe/kit/contract/release/composition';
import { gatewayErrors } from '../../errors.ts';
import { setCompositionHeaders } from '../composition-header.ts';
import { sendBody, TYPES } from '../send-body.ts';
import { createEncodedBody } from '../../answers/encoded-body.ts';
import type { Site } from '../../compositions/site.ts';

/** The build marker and the route-rules manifest (docs/behaviour.md 8.1, 8.2). */
export function registerBuilds(app: FastifyInstance, site: Site): void {
  app.get('/builds/latest.json', async (request, reply) => {
    const served = request.preview?.served ?? (await site.select(undefined));
    const { id, timestamp } = served.composition;
    const body = createEncodedBody(JSON.stringify({ id, timestamp }), 'quick');
    return sendBody(request, reply, body, { type: TYPES.json, cache: CACHE.marker });
  });

  app.get<{ Params: { file: string } }>('/builds/meta/:file', async (request, reply) => {
    const id = request.params.file.replace(/\.json$/, '');
    if (!COMPOSITION_ID.test(id) || !request.params.file.endsWith('.json')) throw gatewayErrors.NOT_FOUND();
    // Gone means gone (404): a poll takes it as "my own build's manifest is gone", not as trouble to retry.
    const served = await site.select(id).catch(() => {
      throw gatewayErrors.NOT_FOUND();
    });
    setCompositionHeaders(reply.raw, served);
    const body =
      served.bodies.get(' manifest') ??
      createEncodedBody(JSON.stringify(buildManifest(served.composition)), 'quick');
    served.bodies.set(' manifest', body);
    return sendBody(request, reply, body, { type: TYPES.json, cache: CACHE.immutable });
  });
}
