import type { EntryList } from '@voltframe/kit/contract/operations/form-entry';
import type { ErrorGroupList } from '@voltframe/kit/contract/operations/error-groups';
import { ERROR_ID } from '@voltframe/kit/contract/reports/error-id';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { gatewayErrors } from '../../platform/errors.ts';
import { maySee, shownApp } from '../authorize.ts';
import { numberUpTo, OF_APP, operation } from '../operation.ts';
import type { OpsDeps } from '../operations-deps.ts';

const errorsQuery = z.object({
  app: z.string().optional(),
  release: z
    .string()
    .regex(/^[0-9a-f]{6,64}$/, 'is a digest, or at least 6 of its first digits')
    .optional(),
  since: numberUpTo(Number.MAX_SAFE_INTEGER, 0).optional(),
  limit: numberUpTo(200).default(50),
});

/** Groups with one id: more than an app stores. */
export const MOST_OF_ID = 500;

const entriesQuery = z.object({ limit: numberUpTo(100).default(20), before: z.string().optional() });

/** `GET /-/errors` and `GET /-/errors/{id}`: errors of visitors, shown to the team of the app. */
export const errorRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'errors'>> = async (app, { errors }) => {
  app.route({
    ...operation('errors'),
    schema: { querystring: errorsQuery },
    async handler({ token, query }): Promise<ErrorGroupList> {
      const shown = shownApp(token, query.app);
      return errors.list({
        ...(shown !== undefined && { app: shown }),
        ...(query.release !== undefined && { release: query.release }),
        ...(query.since !== undefined && { sinceMs: query.since }),
        limit: query.limit,
      });
    },
  });
  app.route({
    ...operation('error'),
    schema: { params: z.object({ id: z.string() }) },
    async handler({ token, params: { id } }): Promise<ErrorGroupList> {
      const all = ERROR_ID.test(id) ? (await errors.list({ id, limit: MOST_OF_ID })).groups : [];
      // The answer does not name other apps with the error.
      const groups = all.filter((group) => maySee(token, group.app));
      if (groups.length === 0) throw opsErrors.ERROR_UNKNOWN({ id: id.slice(0, 20) });
      return { groups, more: false };
    },
  });
};

/** `GET /-/metrics`, for Prometheus with a token. */
export const metricRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'telemetry'>> = async (app, { telemetry }) => {
  app.route({
    ...operation('metrics'),
    schema: {},
    async handler(_, reply) {
      const { type, text } = await telemetry.expose();
      return reply.type(type).send(text);
    },
  });
};

/** `GET /-/entries/{app}`: the entries of the app's forms, for its team. */
export const entryRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'entries'>> = async (app, { entries }) => {
  app.route({
    ...operation('entries'),
    schema: { ...OF_APP, querystring: entriesQuery },
    async handler({ params, query: { limit, before } }): Promise<EntryList> {
      const page = await entries.list(params.app, limit, before);
      if (!page)
        throw gatewayErrors.BAD_REQUEST({ reason: 'before is a place that a page of entries named' });
      return page;
    },
  });
};
