import type { FastifyInstance } from 'fastify';
import { CACHE } from '../../responses/cache-policy.ts';
import type { DiskReserve } from '../../../platform/runtime/disk-reserve.ts';
import type { Site } from '../../compositions/site.ts';

/**
 * For operators: `live` = the process answers; `ready` = there is a composition to serve, also when the disk
 * is so full that nothing new is taken in.
 */
export function registerHealth(
  app: FastifyInstance,
  site: Site,
  { isLow }: Pick<DiskReserve, 'isLow'>,
): void {
  app.get('/-/live', async (_, reply) => reply.header('cache-control', CACHE.never).send({ status: 'ok' }));
  app.get('/-/ready', async (_, reply) => {
    const id = site.live()?.composition.id;
    reply.header('cache-control', CACHE.never).code(id === undefined ? 503 : 200);
    const disk = (await isLow()) && { disk: 'low' };
    return reply.send({
      ...(id === undefined ? { status: 'starting' } : { status: 'ok', composition: id }),
      ...disk,
    });
  });
}
