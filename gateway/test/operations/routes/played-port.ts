import Fastify from 'fastify';
import { authorizeCalls, operationError } from '../../../src/operations/operation.ts';
import { fastifyOptions } from '../../../src/serving/http/fastify-options.ts';

export const TEAM = 'vf_of-the-team-of-blog-1234';
export const OPERATOR = 'vf_of-an-operator-12345678';
const TOKENS = new Map<string, object>([
  [TEAM, { role: 'team', app: 'blog', name: 'blog CI' }],
  [OPERATOR, { role: 'operator', app: null, name: 'ada' }],
]);

/** A port with the tokens of a team and of an operator, which answers refusals as the operations port does. */
export function playedPort() {
  const app = Fastify(fastifyOptions());
  app.decorateRequest('token');
  authorizeCalls(app, { find: async (secret: string) => TOKENS.get(secret) } as never);
  app.setErrorHandler((error: Error, _request, reply) => {
    const answer = operationError(error);
    return reply.code(answer.status).send(answer);
  });
  const call = async (method: 'GET' | 'POST', url: string, token = TEAM, { type = '', body = '' } = {}) => {
    const answer = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
      ...(body && { payload: body }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { status: answer.statusCode, body: isJson ? answer.json<unknown>() : answer.body };
  };
  return { app, call };
}
