import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fastifyOptions } from '../../../src/serving/http/fastify-options.ts';

const idOf = (id?: string) =>
  fastifyOptions().genReqId({ headers: id === undefined ? {} : { 'x-request-id': id } });
/** Of a gateway's start, and of the request. */
const OWN = /^[0-9a-f]{8}-1$/;

test.each([
  ['abc-1.2_3', /^abc-1\.2_3$/],
  [undefined, OWN],
  ['x\ny', OWN],
  ['x'.repeat(65), OWN],
])('a request with the id %j of a proxy has the id %s', (given, id) => expect(idOf(given)).toMatch(id));

test('each request without an id has one of its own', () => {
  const { genReqId } = fastifyOptions();
  const ids = [1, 2, 3].map(() => genReqId({ headers: {} }));
  expect(new Set([...ids, fastifyOptions().genReqId({ headers: {} })]).size).toBe(4);
});

const TRACE = 'a'.repeat(32);
test.each([
  [`00-${TRACE}-${'b'.repeat(16)}-01`, { reqId: 1, trace_id: TRACE, parent_id: 'b'.repeat(16) }],
  [`ff-${TRACE}-${'b'.repeat(16)}-01`, { reqId: 1 }],
  [undefined, { reqId: 1 }],
])('log lines of a request with the trace %j have %j', (traceparent, bindings) => {
  expect(childOf(traceparent)).toEqual([bindings]);
});

test('log lines of a recorded request have no trace of their own', () => {
  expect(childOf(`00-${TRACE}-${'b'.repeat(16)}-01`, { trace_id: TRACE, span_id: '' })).toEqual([
    { reqId: 1 },
  ]);
});

function childOf(traceparent: string | undefined, ids?: { trace_id: string; span_id: string }): object[] {
  const children: object[] = [];
  const logger = { child: (given: object) => children.push(given) };
  fastifyOptions({ ids: () => ids }).childLoggerFactory.call(
    null as never,
    logger as never,
    { reqId: 1 },
    {},
    {
      headers: { traceparent },
    } as never,
  );
  return children;
}

test('an input is checked by a schema of zod, and a schema of an answer is refused', async () => {
  const app = Fastify({ ...fastifyOptions() });
  app.post('/', { schema: { body: z.strictObject({ count: z.int() }) } }, async ({ body }) => body);
  const statusOf = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/', payload })).statusCode;
  expect([await statusOf({ count: 1 }), await statusOf({ count: 'x' })]).toEqual([200, 400]);
  const other = Fastify({ ...fastifyOptions() });
  other.get('/', { schema: { response: { 200: { type: 'object' } } } }, async () => ({}));
  await expect(other.ready()).rejects.toThrow('answers are not checked');
});
