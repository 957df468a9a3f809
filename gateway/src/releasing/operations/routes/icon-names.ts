import type { IconList } from '@voltframe/kit/contract/operations/operations';
import type { FastifyInstance } from 'fastify';
import { bundledNames } from '../../../serving/responses/icon-collections.ts';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';

/** Which icons apps may name: types are made of them (`mfe sync`). */
export function registerIconNames(app: FastifyInstance, { tokens }: Pick<OpsDeps, 'tokens'>): void {
  app.route({
    ...routeOf('icons'),
    async handler(request): Promise<IconList> {
      await authorize(request, 'icons', [], tokens);
      return { icons: await bundledNames() };
    },
  });
}
