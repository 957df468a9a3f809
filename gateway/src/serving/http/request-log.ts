import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import { parseTraceparent } from '../../observing/telemetry/traces/sampling.ts';
import type { Tracer } from '../../observing/telemetry/traces/tracer.ts';

const REQUEST_ID = /^[\w.-]{1,64}$/;

/**
 * Options of fastify by which every line about a request says which: its id (`x-request-id` of a proxy in front, or a new
 * one) and the trace it belongs to.
 * @param tracer it says of every line which trace it belongs to; absent: the one that the request says, if it does.
 */
export function requestLog(tracer?: Tracer) {
  return {
    genReqId(raw: { headers: IncomingMessage['headers'] }) {
      const given = raw.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    childLoggerFactory(logger, bindings, options, raw) {
      const parent = tracer ? undefined : parseTraceparent(raw.headers['traceparent']);
      const ids = parent && { trace_id: parent.traceId, parent_id: parent.parentId };
      return logger.child({ ...bindings, ...ids }, options);
    },
  } satisfies Partial<FastifyServerOptions>;
}
