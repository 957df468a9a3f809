import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyServerOptions } from 'fastify';

/** W3C Trace Context, version 00: trace id and parent id; all zeros are invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;
const REQUEST_ID = /^[\w.-]{1,64}$/;

/**
 * Options of fastify by which every line about a request says which: its id (`x-request-id` of a proxy in front, or a new
 * one) and the trace it belongs to.
 */
export const requestLog = {
  genReqId(raw: { headers: IncomingMessage['headers'] }) {
    const given = raw.headers['x-request-id'];
    return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  },
  childLoggerFactory(logger, bindings, options, raw) {
    const trace = TRACEPARENT.exec(String(raw.headers['traceparent'] ?? ''));
    const ids = trace ? { ...bindings, traceId: trace[1], parentId: trace[2] } : bindings;
    return logger.child(ids, options);
  },
} satisfies Partial<FastifyServerOptions>;
