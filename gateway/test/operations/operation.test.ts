import { expect, test } from 'vitest';
import { z } from 'zod';
import { numberUpTo, operation } from '../../src/operations/operation.ts';
import { playedPort, TEAM } from './routes/played-port.ts';

function setUp() {
  const { app, call } = playedPort();
  const parsed: unknown[] = [];
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    parsed.push(body);
    done(null, JSON.parse(String(body)));
  });
  const querystring = z.object({ limit: numberUpTo(9).default(5) });
  app.route({
    ...operation('promote'),
    schema: { querystring, body: z.strictObject({ digest: z.string() }) },
    handler: async ({ params, query, body, token }) => ({ params, query, body, app: token.app }),
  });
  const post = (name: string, token: string, payload: object, query = '') =>
    call('POST', `/-/releases/${name}/promote${query}`, token, {
      type: 'application/json',
      body: JSON.stringify(payload),
    });
  return { post, parsed };
}

test('a handler receives the token, the parameters and the checked inputs', async () => {
  const { post } = setUp();
  const body = { params: { app: 'blog' }, query: { limit: 5 }, body: { digest: 'd' }, app: 'blog' };
  expect(await post('blog', TEAM, { digest: 'd' })).toEqual({ status: 200, body });
});

test.each([
  ['an unknown token', 'blog', 'vf_unknown-unknown-unknown', 401],
  ['the token of another team', 'news', TEAM, 403],
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
  const message = expect.stringContaining(reason);
  expect(await setUp().post('blog', TEAM, payload, query)).toMatchObject({ status: 400, body: { message } });
});
