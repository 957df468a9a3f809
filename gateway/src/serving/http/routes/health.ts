import type { FastifyInstance } from 'fastify';
import { CACHE } from '../../responses/cache-policy.ts';
import type { DiskReserve } from '../../../platform/runtime/disk-reserve.ts';
import type { Site } from '../../compositions/site.ts';

/**
 * For operators: `live` = the process answers; `ready` = there is a composition to serve, also when the disk
 * is so full that nothing new is taken in, and the gateway is not about to stop.
 * @param isLeaving whether the gateway stops soon: a front then sends its requests to another one.
 */
export function registerHealth(
  app: FastifyInstance,
  site: Site,
  { isLow }: Pick<DiskReserve, 'isLow'>,
  isLeaving: () => boolean,
): void {
  app.get('/-/live', async (_, reply) => reply.header('cache-control', CACHE.never).send({ status: 'ok' }));
  app.get('/-/ready', async (_, reply) => {
    const id = site.live()?.composition.id;
    const status = id === undefined ? 'starting' : isLeaving() ? 'stopping' : 'ok';
    reply.header('cache-control', CACHE.never).code(status === 'ok' ? 200 : 503);
    const disk = (await isLow()) && { disk: 'low' };
    return reply.send({ status, ...(id !== undefined && { composition: id }), ...disk });
  });
}
