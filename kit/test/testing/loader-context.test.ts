import { describe, expect, it } from 'vitest';
import { loaderContext } from '../../src/testing/loader-context.ts';

describe('loaderContext', () => {
  it('has the defaults of a site, and the values of the test', () => {
    const { site, params, path } = loaderContext({
      site: { name: 'Acme' },
      params: { slug: 'a' },
      path: '/a',
    });
    expect(site).toMatchObject({ name: 'Acme', url: 'http://localhost:3000', separator: '|' });
    expect([params.slug, path]).toEqual(['a', '/a']);
  });

  it('lists entries without bodies, and returns an entry with its body', async () => {
    const { content } = loaderContext({
      collections: { posts: [{ slug: 'a', html: '<p>' }] },
      data: { home: { title: 'T' } },
    });
    expect(await content.list('posts')).toEqual([{ slug: 'a' }]);
    expect(await content.list('others')).toEqual([]);
    expect(await content.entry('posts', 'a')).toEqual({ slug: 'a', html: '<p>' });
    expect(await content.entry('posts', 'b')).toBeUndefined();
    expect(await content.data('home')).toEqual({ title: 'T' });
    await expect(content.data('gone')).rejects.toThrow("no data file 'gone'");
  });

  it('answers by path and query with JSON, text or a status', async () => {
    const { upstream } = loaderContext({
      upstreams: {
        cms: {
          '/posts': (query) => ({ body: [query['page']] }),
          '/robots.txt': { body: 'none' },
          '/gone': { status: 404, body: {}, headers: { etag: '"a"' } },
        },
      },
    });
    expect((await upstream('cms').get('/posts', { query: { page: 2 } })).json()).toEqual(['2']);
    expect((await upstream('cms').get('/posts?page=3')).json()).toEqual(['3']);
    expect((await upstream('cms').get('/robots.txt')).text()).toBe('none');
    const { ok, status, headers } = await upstream('cms').get('/gone');
    expect([ok, status, headers['etag']]).toEqual([false, 404, '"a"']);
  });

  it('fails with the code of the test, with UPSTREAM_UNKNOWN, and for a path without an answer', async () => {
    const { upstream } = loaderContext({ upstreams: { cms: { '/posts': { fails: 'UPSTREAM_TIMEOUT' } } } });
    await expect(upstream('cms').get('/posts')).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await expect(upstream('crm').get('/posts')).rejects.toMatchObject({ code: 'UPSTREAM_UNKNOWN' });
    await expect(upstream('cms').get('/others')).rejects.toThrow("'cms' for /others");
  });
});
