import { type IconSet, isIconName, parseIconList, selectIcons } from '@voltframe/kit/contract/page/icon';
import type { FastifyInstance } from 'fastify';
import { CACHE } from '../../responses/cache-policy.ts';
import { readCollection } from '../../responses/icon-collections.ts';
import { gatewayErrors } from '../../../platform/errors.ts';
import type { IconFallback } from '../icon-fallback.ts';
import { sendBody, TYPES } from '../send-body.ts';
import { createEncodedBody } from '../../responses/encoded-body.ts';

/** `GET /api/_nuxt_icon/{prefix}.json?icons=a,b` (docs/behaviour.md 12). Only answers of status 200 may be cached. */
export function registerIcons(app: FastifyInstance, fallback: IconFallback): void {
  const sets = new Map<string, Promise<IconSet>>();
  const bundled = (prefix: string): Promise<IconSet> | undefined => {
    const set = sets.get(prefix) ?? readCollection(prefix);
    if (set) sets.set(prefix, set);
    return set;
  };

  app.get<{ Params: { file: string }; Querystring: { icons?: string } }>(
    '/api/_nuxt_icon/:file',
    async (request, reply) => {
      const prefix = request.params.file.replace(/\.json$/, '');
      if (!isIconName(prefix)) throw gatewayErrors.ICON_REQUEST({ reason: 'the collection is not a name' });
      const { icons } = request.query;
      const list = typeof icons === 'string' ? parseIconList(icons) : null;
      if (!list)
        throw gatewayErrors.ICON_REQUEST({ reason: 'icons must list between one name and the limit' });
      const set = await bundled(prefix);
      const data = set ? selectIcons(set, list.names) : await fallback.icons(prefix, list.names, request.ip);
      const answer = { ...data, not_found: [...(data.not_found ?? []), ...list.invalid] };
      return sendBody(request, reply, createEncodedBody(JSON.stringify(answer), 'quick'), {
        type: TYPES.json,
        cache: CACHE.week,
      });
    },
  );
}
