import type { FastifyInstance } from 'fastify';
import { CACHE } from '../../answers/cache-policy.ts';
import type { Site } from '../../compositions/site.ts';

/** For whoever runs the gateway: `live` = the process answers; `ready` = there is a site to answer with. */
export function registerHealth(app: FastifyInstance, site: Site): void {
  app.get('/-/live', async (_, reply) => reply.header('cache-control', CACHE.never).send({ status: 'ok' }));
  app.get('/-/ready', async (_, reply) => {
    const id = site.live()?.composition.id;
    reply.header('cache-control', CACHE.never).code(id === undefined ? 503 : 200);
    return reply.send(id === undefined ? { status: 'starting' } : { status: 'ok', composition: id });
  });
}
