import Fastify from 'fastify';
import { onTestFinished, expect, test } from 'vitest';
import { createEncodedBody } from '../../../src/serving/responses/encoded-body.ts';
import { sendBody, TYPES } from '../../../src/serving/http/send-body.ts';

const TEXT = 'a line of the page '.repeat(200);

/** Answers every address with the same body. */
function setUp(status = 200) {
  const app = Fastify();
  onTestFinished(() => app.close());
  const body = createEncodedBody(TEXT);
  app.get('/', (request, reply) =>
    sendBody(request, reply, body, {
      status,
      type: TYPES.text,
      cache: 'no-cache',
      vary: 'accept-encoding, accept',
    }),
  );
  return (headers: Record<string, string> = {}) => app.inject({ url: '/', headers });
}

test('answers a known ETag with 304 and the headers for caches, except for another coding', async () => {
  const get = setUp();
  const { headers } = await get({ 'accept-encoding': 'br' });
  const tag = { 'if-none-match': String(headers.etag) };
  const again = await get({ 'accept-encoding': 'br', ...tag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(again.headers).toMatchObject({
    etag: headers.etag,
    'cache-control': 'no-cache',
    vary: headers.vary,
  });
  expect((await get({ 'accept-encoding': 'gzip', ...tag })).statusCode).toBe(200);
});

test('sends an error without an ETag and never as 304', async () => {
  const { statusCode, headers } = await setUp(404)({ 'if-none-match': '*' });
  expect([statusCode, headers.etag]).toEqual([404, undefined]);
});
