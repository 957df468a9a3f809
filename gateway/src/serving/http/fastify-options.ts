import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyServerOptions, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';

/** W3C Trace Context: version, trace, span of the caller, flags. Version ff is invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;
const REQUEST_ID = /^[\w.-]{1,64}$/;

function refuseSerializer(): never {
  throw new Error('A route has a schema of its answer: answers are not checked');
}

/**
 * Options of both ports. Each log line about a request has its id (`x-request-id` of a proxy in front, or a new one)
 * and its trace. The schemas of routes are of zod: Fastify's compilers of JSON schemas are not loaded, which saves
 * 50 ms.
 * @param telemetry where requests are recorded, the log has the ids of the trace already; else those that the request
 *   names.
 */
export function fastifyOptions(telemetry?: Pick<Telemetry, 'ids'>) {
  // A UUID for each request would take 2 % of the time of an uncached page.
  const start = randomUUID().slice(0, 8);
  let requests = 0;
  return {
    schemaController: {
      // The type of a factory is that of Ajv.
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: refuseSerializer,
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId(raw: { headers: IncomingMessage['headers'] }) {
      const given = raw.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : `${start}-${++requests}`;
    },
    childLoggerFactory(logger, bindings, options, raw) {
      const parent = telemetry?.ids() ? null : TRACEPARENT.exec(String(raw.headers['traceparent'] ?? ''));
      const ids = parent && { trace_id: parent[1], parent_id: parent[2] };
      return logger.child({ ...bindings, ...ids }, options);
    },
  } satisfies Partial<FastifyServerOptions>;
}
