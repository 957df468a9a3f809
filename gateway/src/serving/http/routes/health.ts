import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { DatabaseWatch } from '../../../platform/database/database-watch.ts';
import type { DiskReserve } from '../../../platform/runtime/disk-reserve.ts';
import type { Site } from '../../compositions/site.ts';
import { CACHE } from '../../responses/cache-policy.ts';
import { NO_INPUT } from '../request-state.ts';

interface HealthOptions {
  site: Pick<Site, 'live'>;
  disk: Pick<DiskReserve, 'isLow'>;
  database: Pick<DatabaseWatch, 'away'>;
  /** Whether the gateway stops soon: a front then sends its requests to another one. */
  isLeaving: () => boolean;
}

/**
 * For operators: `live` = the process answers; `ready` = there is a composition to serve, also when the disk
 * is so full, or the database away, that nothing new is taken in, and the gateway is not about to stop.
 */
export const healthRoutes: FastifyPluginAsyncZod<HealthOptions> = async (
  app,
  { site, disk, database, isLeaving },
) => {
  const route = { schema: NO_INPUT, config: { kind: 'platform', errors: 'json' } } as const;
  app.get('/-/live', route, async (_, reply) =>
    reply.header('cache-control', CACHE.never).send({ status: 'ok' }),
  );
  app.get('/-/ready', route, async (_, reply) => {
    const id = site.live()?.composition.id;
    const status = id === undefined ? 'starting' : isLeaving() ? 'stopping' : 'ok';
    reply.header('cache-control', CACHE.never).code(status === 'ok' ? 200 : 503);
    const low = (await disk.isLow()) && { disk: 'low' };
    const away = database.away() && { database: 'away' };
    return reply.send({ status, ...(id !== undefined && { composition: id }), ...low, ...away });
  });
};
