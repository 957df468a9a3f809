import type { UpstreamQuestion, UpstreamReply } from '@voltframe/kit/contract/page/upstream';
import { expect, it } from 'vitest';
import { createUpstreamReader } from '../../src/server/upstream-reader.ts';

function reader(reply: Partial<UpstreamReply> = {}) {
  const questions: UpstreamQuestion[] = [];
  const answer = { ok: true, status: 200, headers: { etag: '"1"' }, text: '[1]', ...reply } as UpstreamReply;
  return { questions, ...createUpstreamReader(async (question) => (questions.push(question), answer)) };
}

it('asks with a lifetime of a minute by default, and with sorted parameters', async () => {
  const { upstream, questions } = reader();
  await upstream('cms').get('/posts');
  await upstream('cms').get('/posts', {
    query: { to: 2, from: true, none: undefined },
    revalidate: 5,
    tags: ['posts'],
  });
  expect(questions).toEqual([
    { upstream: 'cms', path: '/posts', query: [], revalidate: 60, tags: [] },
    {
      upstream: 'cms',
      path: '/posts',
      query: [
        ['from', 'true'],
        ['to', '2'],
      ],
      revalidate: 5,
      tags: ['posts'],
    },
  ]);
});

it.each([
  [200, true],
  [204, true],
  [304, false],
  [404, false],
])('returns the answer with status %i', async (status, ok) => {
  const response = await reader({ status }).upstream('cms').get('/posts');
  expect(response).toMatchObject({ status, ok, headers: { etag: '"1"' } });
  expect([response.text(), response.json()]).toEqual(['[1]', [1]]);
});

it('names the upstream whose answer is not JSON', async () => {
  const response = await reader({ text: '<html>' }).upstream('cms').get('/posts/7');
  expect(() => response.json()).toThrow('What the upstream cms /posts/7 answers is no JSON');
});

it('rejects with the code and message of a failure', async () => {
  const { upstream } = reader({ ok: false, code: 'UPSTREAM_TIMEOUT', message: 'it is slow' });
  await expect(upstream('cms').get('/posts')).rejects.toMatchObject({
    code: 'UPSTREAM_TIMEOUT',
    message: 'it is slow',
  });
});

it('rejects a question outside of a loader', async () => {
  const { upstream, close, questions } = reader();
  close();
  await expect(upstream('cms').get('/posts')).rejects.toThrow('only loaders ask upstreams');
  expect(questions).toEqual([]);
});

it('rejects with a hint at an earlier gateway', async () => {
  await expect(createUpstreamReader(undefined).upstream('cms').get('/')).rejects.toThrow('a version before');
});
