import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { numberUpTo, operationsOn } from '../../../src/releasing/operations/operation.ts';

const TOKEN = 'vf_of-the-team-of-docs-1234';

function setUp() {
  const app = Fastify();
  const parsed: unknown[] = [];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    parsed.push(body);
    done(null, JSON.parse(String(body)));
  });
  app.setErrorHandler((error: Error, _, reply) =>
    isPlatformError(error) ? reply.code(error.status).send({ code: error.code, why: error.why }) : error,
  );
  const find = async (secret: string) => (secret === TOKEN ? { role: 'team', app: 'docs' } : undefined);
  const inputs = {
    query: z.object({ limit: numberUpTo(9).default(5) }),
    body: z.strictObject({ digest: z.string() }),
  };
  operationsOn(app, { find } as never)('promote', inputs, ({ params, query, body, token }) => ({
    params,
    query,
    body,
    app: token.app,
  }));
  const post = async (name: string, token: string, payload: object, query = '') => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `/-/releases/${name}/promote${query}`;
    const answer = await app.inject({ method: 'POST', url, headers, payload });
    return { status: answer.statusCode, body: answer.json<{ why?: string }>() };
  };
  return { post, parsed };
}

test('a handler receives the token, the parameters and the checked inputs', async () => {
  const { post } = setUp();
  const body = { params: { app: 'docs' }, query: { limit: 5 }, body: { digest: 'd' }, app: 'docs' };
  expect(await post('docs', TOKEN, { digest: 'd' })).toEqual({ status: 200, body });
});

test.each([
  ['an unknown token', 'docs', 'vf_unknown-unknown-unknown', 401],
  ['the token of another team', 'news', TOKEN, 403],
])('%s is refused before the body is read', async (_, app, token, status) => {
  const { post, parsed } = setUp();
  expect((await post(app, token, { digest: 'd' })).status).toBe(status);
  expect(parsed).toEqual([]);
});

test.each([
  ['?limit=10', { digest: 'd' }, 'limit is a whole number, 1 to 9'],
  ['?limit=1.5', { digest: 'd' }, 'limit is a whole number'],
  ['?limit=1&limit=2', { digest: 'd' }, 'limit is a whole number'],
  ['', { digest: 7 }, 'digest'],
  ['', { digest: 'd', more: 1 }, 'more'],
])('%s with %j is refused with the reason', async (query, payload, reason) => {
  const { status, body } = await setUp().post('docs', TOKEN, payload, query);
  expect([status, body.why]).toEqual([400, expect.stringContaining(reason)]);
});
