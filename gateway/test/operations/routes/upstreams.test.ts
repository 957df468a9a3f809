import { expect, test } from 'vitest';
import { cachedResponse } from '../../fixtures/cached-response.ts';
import { upstreamRoutes } from '../../../src/operations/routes/upstreams.ts';
import { OPERATOR, playedPort } from './played-port.ts';

function operationsPort() {
  const invalidated: [string, readonly string[]][] = [];
  const history: object[] = [];
  const { app, call } = playedPort();
  void app.register(upstreamRoutes, {
    state: { addHistory: async (entry: object) => void history.push(entry) } as never,
    upstreams: {
      invalidate: async (of, tags) => invalidated.push([of, tags]),
      answersOf: async (of) => [cachedResponse('[]', { app: of, query: [['page', '2']] })],
      state: () => [],
      reload: async () => ['cms', 'shop'],
    },
    now: () => 7,
  });
  const post = (url: string, { token, ...content }: { token?: string; type?: string; body?: string } = {}) =>
    call('POST', url, token, content);
  const get = (url: string) => call('GET', url);
  return { post, get, invalidated, history };
}

test('the stored answers of an app are returned to its team only', async () => {
  const { get } = operationsPort();
  expect(await get('/-/upstreams/blog/answers')).toEqual({
    status: 200,
    body: {
      answers: [
        {
          upstream: 'cms',
          path: '/posts',
          query: [['page', '2']],
          status: 200,
          headers: { 'content-type': 'text/plain' },
          text: '[]',
        },
      ],
    },
  });
  expect((await get('/-/upstreams/legal/answers')).status).toBe(403);
});

test('answers with the tags are invalidated, with an entry in the history', async () => {
  const { post, invalidated, history } = operationsPort();
  const answer = await post('/-/upstreams/blog/invalidate?tags=posts,home,posts');
  expect(answer).toEqual({
    status: 200,
    body: { message: 'blog: 1 answer with posts or home; each is asked for again' },
  });
  expect(invalidated).toEqual([['blog', ['posts', 'home']]]);
  expect(history).toEqual([
    { at: 7, actor: 'blog CI', action: 'invalidate', app: 'blog', note: 'posts, home: 1 answer' },
  ]);
});

test.each([
  ['application/json', '{"event":"publish"}'],
  ['application/json', '{'],
  ['application/vnd.cms+json', '{}'],
  ['application/x-www-form-urlencoded', 'a=b'],
  ['text/plain', 'x'.repeat(200_000)],
])('a webhook may send any body: %s', async (type, body) => {
  const { post } = operationsPort();
  expect((await post('/-/upstreams/blog/invalidate?tags=posts', { type, body })).status).toBe(200);
});

test.each([
  ['/-/upstreams/blog/invalidate', {}, 400],
  ['/-/upstreams/blog/invalidate?tags=', {}, 400],
  ['/-/upstreams/blog/invalidate?tags=a,', {}, 400],
  ['/-/upstreams/blog/invalidate?tags=a%20b', {}, 400],
  [`/-/upstreams/blog/invalidate?tags=${'x'.repeat(65)}`, {}, 400],
  [`/-/upstreams/blog/invalidate?tags=${Array.from({ length: 101 }, (_, index) => index).join()}`, {}, 400],
  ['/-/upstreams/legal/invalidate?tags=a', {}, 403],
  ['/-/upstreams/blog/invalidate?tags=a', { token: 'vf_of-nobody-at-all-123456' }, 401],
])('%s with %j is refused with %i', async (url, options, status) => {
  const { post, invalidated, history } = operationsPort();
  expect((await post(url, options)).status).toBe(status);
  expect([invalidated, history]).toEqual([[], []]);
});

test('an operator reloads the upstreams, with an entry in the history; a team may not', async () => {
  const { post, history } = operationsPort();
  expect((await post('/-/upstreams/reload')).status).toBe(403);
  expect(history).toEqual([]);
  expect(await post('/-/upstreams/reload', { token: OPERATOR })).toEqual({
    status: 200,
    body: { message: 'upstreams read anew: cms, shop' },
  });
  const entry = { at: 7, actor: 'ada', action: 'configure', note: 'upstreams read anew: cms, shop' };
  expect(history).toEqual([entry]);
});
