import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { registerErrorAnswers } from '../../../../src/serving/http/error-answers.ts';
import { fastifyOptions } from '../../../../src/serving/http/fastify-options.ts';
import { unknownCalls } from '../../../../src/serving/http/routes/unknown-calls.ts';

test.each([
  ['GET', '/api/none'],
  ['POST', '/api/none'],
  ['PUT', '/-/none/deeper'],
] as const)('%s %s has no route: the answer is JSON, and the body is not read', async (method, url) => {
  const app = Fastify(fastifyOptions());
  onTestFinished(() => app.close());
  registerErrorAnswers(app, {} as never);
  void app.register(unknownCalls);
  const headers = { accept: 'text/html', 'content-type': 'text/unknown' };
  const answer = await app.inject({ method, url, headers, ...(method !== 'GET' && { payload: 'x' }) });
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'GW_NOT_FOUND' }]);
});
