import { didYouMean } from '@voltframe/kit/contract/closest';
import type { AppFigures } from '@voltframe/kit/contract/operations/figures';
import type { FastifyInstance } from 'fastify';
import { gatewayErrors } from '../../../platform/errors.ts';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';

/** `GET /-/figures/{app}`: what was measured of an app's release, for its team. */
export function registerFigures(
  app: FastifyInstance,
  { figures, site, tokens }: Pick<OpsDeps, 'figures' | 'site' | 'tokens'>,
): void {
  app.route<{ Params: { app: string }; Querystring: { release?: string | string[] } }>({
    ...routeOf('figures'),
    async handler(request): Promise<AppFigures> {
      const named = request.params.app;
      await authorize(request, 'figures', [named], tokens);
      const { release } = request.query;
      const live = site.live()?.composition.apps ?? {};
      if (release === undefined && !Object.hasOwn(live, named))
        throw gatewayErrors.APP_UNKNOWN({ app: named, meant: didYouMean(named, Object.keys(live)) });
      if (release !== undefined && !/^[0-9a-f]{64}$/.test(String(release)))
        throw gatewayErrors.BAD_REQUEST({ reason: 'release is a digest of 64 hexadecimal digits' });
      const found = await figures.of(named, release === undefined ? live[named] : String(release));
      if (!found) throw gatewayErrors.RELEASE_UNKNOWN({ app: named, release: String(release).slice(0, 64) });
      return found;
    },
  });
}
