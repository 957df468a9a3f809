import type { ErrorGroupList } from '@voltframe/kit/contract/operations/error-groups';
import { ERROR_ID } from '@voltframe/kit/contract/reports/error-id';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyInstance } from 'fastify';
import { gatewayErrors } from '../../../platform/errors.ts';
import { authorize, shownApp } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';
import { didYouMean } from '@voltframe/kit/contract/closest';
import type { AppFigures } from '@voltframe/kit/contract/operations/figures';

interface ErrorsQuery {
  app?: string | string[];
  release?: string;
  since?: string;
  limit?: string;
}

const SHOWN = 50;
const MOST_SHOWN = 200;

/** `GET /-/errors` and `GET /-/errors/{id}`: what went wrong for visitors, shown to the team of the app. */
export function registerErrors(
  app: FastifyInstance,
  { errors, tokens }: Pick<OpsDeps, 'errors' | 'tokens'>,
): void {
  app.route<{ Querystring: ErrorsQuery }>({
    ...routeOf('errors'),
    async handler(request): Promise<ErrorGroupList> {
      const token = await authorize(request, 'errors', [], tokens);
      const { app: named, release, since, limit } = request.query;
      const shown = shownApp(token, named === undefined ? undefined : String(named));
      if (release !== undefined && !/^[0-9a-f]{6,64}$/.test(release))
        throw gatewayErrors.BAD_REQUEST({ reason: 'release is a digest, or at least 6 of its first digits' });
      const sinceMs = readNumber('since', since, Number.MAX_SAFE_INTEGER);
      return errors.list({
        ...(shown !== undefined && { app: shown }),
        ...(release !== undefined && { release }),
        ...(sinceMs !== undefined && { sinceMs }),
        limit: readNumber('limit', limit, MOST_SHOWN) || SHOWN,
      });
    },
  });
  app.route<{ Params: { id: string } }>({
    ...routeOf('error'),
    async handler(request): Promise<ErrorGroupList> {
      const token = await authorize(request, 'error', [], tokens);
      const { id } = request.params;
      const found = ERROR_ID.test(id) ? await errors.find(id) : [];
      // Which other apps have it, a team is not told.
      const groups = found.filter((group) => token.role === 'operator' || group.app === token.app);
      if (groups.length === 0) throw opsErrors.ERROR_UNKNOWN({ id: id.slice(0, 20) });
      return { groups, more: false };
    },
  });
}

function readNumber(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && value <= most) return value;
  throw gatewayErrors.BAD_REQUEST({ reason: `${name} is a whole number, at most ${most}` });
}

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

/** `GET /-/metrics`, for Prometheus with a token as its credentials. */
export function registerMetrics(app: FastifyInstance, { tokens, metrics }: OpsDeps): void {
  app.route({
    ...routeOf('metrics'),
    async handler(request, reply) {
      await authorize(request, 'metrics', [], tokens);
      const { type, text } = await metrics.expose();
      return reply.type(type).send(text);
    },
  });
}
