import type { AskUpstream, UpstreamQuestion, UpstreamReply } from '@voltframe/kit/contract/page/upstream';
import type { RendererOptions } from '@voltframe/kit/contract/release/server-module';
import { expect, it } from 'vitest';
import { createLoaderContext } from '../../src/server/loader-context.ts';

const noAsk: AskUpstream = () => Promise.reject(new Error('this test asks no upstream'));
const contextWith = (read: RendererOptions['read'], ask = noAsk) =>
  createLoaderContext({ composition: {} as RendererOptions['composition'], read }, 'blog', ask);

const files: Record<string, unknown> = {
  'data/posts/index.json': [{ slug: 'a' }],
  'data/posts/a.json': { slug: 'a', html: '<p>' },
  'data/facts.json': { n: 1 },
};
function reader() {
  const reads: string[] = [];
  const read = async (app: string, file: string) => {
    reads.push(file);
    return file in files ? { text: JSON.stringify(files[file]), sha256: `${app}-${file.length}` } : undefined;
  };
  const { base, inputs } = contextWith(read);
  return { content: base.content, inputs, reads };
}

it('reads lists, entries and data of its app', async () => {
  const { content } = reader();
  expect(await content.list('posts')).toEqual([{ slug: 'a' }]);
  expect(await content.entry('posts', 'a')).toEqual({ slug: 'a', html: '<p>' });
  expect(await content.data('facts')).toEqual({ n: 1 });
});

it('records each read as an input, also of a missing file', async () => {
  const { content, inputs } = reader();
  await content.entry('posts', 'a');
  await content.entry('posts', 'none');
  expect(inputs).toEqual({ 'blog/data/posts/a.json': 'blog-17', 'blog/data/posts/none.json': '' });
});

it('returns separate content to each rendering', async () => {
  const file = { text: '[{"slug":"a","tags":["x"],"by":{"name":"y"}}]', sha256: '1' };
  const read = () =>
    contextWith(async () => file).base.content.list<{ tags: string[]; by: { name: string } }>('posts');
  const first = await read();
  first[0]!.tags.push('z');
  first[0]!.by.name = 'z';
  first.pop();
  expect(await read()).toEqual(JSON.parse(file.text));
});

it('reads a changed file again', async () => {
  const posts = async (text: string) =>
    contextWith(async () => ({ text, sha256: text })).base.content.list('posts');
  expect([await posts('[1]'), await posts('[2]')]).toEqual([[1], [2]]);
});

it.each(['index', '../facts', 'A', 'a/b', 'a--b', ''])('reads no file for the slug %j', async (slug) => {
  const { content, reads } = reader();
  expect([await content.entry('posts', slug), reads]).toEqual([undefined, []]);
});

it('names a missing file in the error', async () => {
  await expect(reader().content.data('none')).rejects.toThrow('The release of "blog" has no data/none.json');
});

function upstreams(reply: Partial<UpstreamReply> = {}) {
  const questions: UpstreamQuestion[] = [];
  const answer = { ok: true, status: 200, headers: { etag: '"1"' }, text: '[1]', ...reply } as UpstreamReply;
  const ask: AskUpstream = async (question) => (questions.push(question), answer);
  const { base, close } = contextWith(async () => undefined, ask);
  return { questions, upstream: base.upstream, close };
}

it('asks with a lifetime of a minute by default, and with sorted parameters', async () => {
  const { upstream, questions } = upstreams();
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

it('takes the query from the path, as from its option', async () => {
  const { upstream, questions } = upstreams();
  await upstream('cms').get('/products?page=1&sort=name', { query: { page: 2 } });
  expect(questions).toMatchObject([
    {
      path: '/products',
      query: [
        ['page', '2'],
        ['sort', 'name'],
      ],
    },
  ]);
});

it.each([
  [200, true],
  [204, true],
  [304, false],
  [404, false],
])('returns the answer with status %i', async (status, ok) => {
  const response = await upstreams({ status }).upstream('cms').get('/posts');
  expect(response).toMatchObject({ status, ok, headers: { etag: '"1"' } });
  expect([response.text(), response.json()]).toEqual(['[1]', [1]]);
});

it('names the upstream whose answer is not JSON', async () => {
  const response = await upstreams({ text: '<html>' }).upstream('cms').get('/posts/7');
  expect(() => response.json()).toThrow('What the upstream cms /posts/7 answers is no JSON');
});

it('rejects with the code and message of a failure', async () => {
  const { upstream } = upstreams({ ok: false, code: 'UPSTREAM_TIMEOUT', message: 'it is slow' });
  await expect(upstream('cms').get('/posts')).rejects.toMatchObject({
    code: 'UPSTREAM_TIMEOUT',
    message: 'it is slow',
  });
});

it('rejects a question outside of a loader', async () => {
  const { upstream, close, questions } = upstreams();
  close();
  await expect(upstream('cms').get('/posts')).rejects.toThrow('only loaders ask upstreams');
  expect(questions).toEqual([]);
});
