import { MINUTE_MS } from '@voltframe/kit/contract/units';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { gatewayErrors } from '../platform/errors.ts';
import { retryAfterOf } from '../platform/runtime/retry-after.ts';
import { createFailedSignIns, FAILURES_WINDOW_MS } from './failed-sign-ins.ts';
import { authorizeCalls, operationError } from './operation.ts';
import { operationsApi } from './operations-api.ts';
import type { OpsDeps } from './operations-deps.ts';
import { fastifyOptions } from '../serving/http/fastify-options.ts';
import { isOwnHost } from '../serving/http/own-host.ts';
import { operationsPage } from './page/page.ts';
import { metricRoutes } from './routes/observed.ts';

/** Longest host in an error; RFC 1035 §2.3.4. */
const LONGEST_NAME = 255;

/** The operations port: the page, and the API of contract/operations/operations.ts. Never published with the site. */
export function buildOpsApp(deps: OpsDeps): FastifyInstance {
  const { app, failures } = bareApp(deps);
  void app.register(operationsApi, deps);
  void app.register(operationsPage, { deps, failures });
  return app;
}

type MetricsDeps = Pick<OpsDeps, 'hosts' | 'logger' | 'now' | 'telemetry' | 'tokens'>;

/** The metrics port: only `GET /-/metrics`, with the same tokens, for a gateway without operations calls. */
export function buildMetricsApp(deps: MetricsDeps): FastifyInstance {
  const { app } = bareApp(deps);
  void app.register(async (scope) => {
    authorizeCalls(scope, deps.tokens);
    await scope.register(metricRoutes, { telemetry: deps.telemetry });
  });
  return app;
}

/** A port for operators without routes, and the limit of its failed sign-ins. */
function bareApp(deps: Omit<MetricsDeps, 'tokens'>) {
  const app = Fastify({
    ...fastifyOptions(),
    loggerInstance: deps.logger,
    bodyLimit: 64 * 1024,
    requestTimeout: 15 * MINUTE_MS, // a pack over a slow line
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000 },
  });
  const failures = createFailedSignIns(deps.telemetry, deps.logger, deps.now);
  app.decorateRequest('token');
  app.addHook('onRequest', async ({ headers: { host } }) => {
    if (!isOwnHost(host, deps.hosts))
      throw opsErrors.HOST_UNKNOWN({ host: (host ?? '').slice(0, LONGEST_NAME) });
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const tooMany = isRefused(error) && !failures.take(request, 'api');
    const answer = operationError(tooMany ? opsErrors.TOO_MANY_FAILURES() : error);
    if (answer.status === 429) reply.header('retry-after', retryAfterOf(error) ?? FAILURES_WINDOW_MS / 1000);
    // The rest of the body of a stalled sender is not read.
    if (answer.status === 408) reply.header('connection', 'close');
    if (answer.status >= 500) request.log.error(error);
    return reply.code(answer.status).send(answer);
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(operationError(gatewayErrors.NOT_FOUND())),
  );
  return { app, failures };
}

function isRefused(error: Error): boolean {
  return isPlatformError(error) && error.status === 401;
}
