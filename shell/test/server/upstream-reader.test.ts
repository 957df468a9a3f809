import type { UpstreamQuestion, UpstreamReply } from '@voltframe/kit/contract/page/upstream';
import { expect, it } from 'vitest';
import { createUpstreamReader } from '../../src/server/upstream-reader.ts';

function reader(reply: Partial<UpstreamReply> = {}) {
  const asked: UpstreamQuestion[] = [];
  const answer = { ok: true, status: 200, headers: { etag: '"1"' }, text: '[1]', ...reply } as UpstreamReply;
  return { asked, ...createUpstreamReader(async (question) => (asked.push(question), answer)) };
}

it('asks once a minute unless told otherwise, with its parameters in one order', async () => {
  const { upstream, asked } = reader();
  await upstream('cms').get('/posts');
  await upstream('cms').get('/posts', {
    query: { to: 2, from: true, none: undefined },
    revalidate: 5,
    tags: ['posts'],
  });
  expect(asked).toEqual([
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
])('hands on the answer with status %i', async (status, ok) => {
  const response = await reader({ status }).upstream('cms').get('/posts');
  expect(response).toMatchObject({ status, ok, headers: { etag: '"1"' } });
  expect([response.text(), response.json()]).toEqual(['[1]', [1]]);
});

it('names what answers with no JSON', async () => {
  const response = await reader({ text: '<html>' }).upstream('cms').get('/posts/7');
  expect(() => response.json()).toThrow('What the upstream cms /posts/7 answers is no JSON');
});

it('throws why there is no answer, with its code', async () => {
  const { upstream } = reader({ ok: false, code: 'UPSTREAM_TIMEOUT', message: 'it is slow' });
  await expect(upstream('cms').get('/posts')).rejects.toMatchObject({
    code: 'UPSTREAM_TIMEOUT',
    message: 'it is slow',
  });
});

it('says to whoever asks in a component that loaders ask', async () => {
  const { upstream, close, asked } = reader();
  close();
  await expect(upstream('cms').get('/posts')).rejects.toThrow('only loaders ask upstreams');
  expect(asked).toEqual([]);
});

it('says that the gateway is too old', async () => {
  await expect(createUpstreamReader(undefined).upstream('cms').get('/')).rejects.toThrow('a version before');
});
