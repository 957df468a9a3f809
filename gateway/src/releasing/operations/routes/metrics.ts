import type { FastifyInstance } from 'fastify';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';

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
