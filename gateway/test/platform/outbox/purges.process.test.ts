import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

const docs = (title = 'Docs') =>
  remoteRelease({
    app: 'docs',
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.members', path: '/docs/members', guards: ['members'], prerender: false },
    ],
    resources: ['/docs/feed.xml'],
    guards: { members: '' },
    rules: { '/docs/old': { redirect: { to: '/docs', status: 301 } } },
    server: `module.exports = {
      pages: {
        'docs.home': { Component: () => '<h1>${title} \\uE000island:Latest_x\\uE000</h1>' , islands: [] },
        'docs.members': { Component: () => '<h1>Members</h1>' },
      },
      resources: { '/docs/feed.xml': () => ({ type: 'application/rss+xml', body: '<rss>${title}</rss>' }) },
      guards: { members: () => true } };`,
  });
const news = () => remoteRelease({ app: 'news' });

/** A cache in front that records the keys of its purges. */
async function startCache() {
  // A call with a late answer is repeated.
  const purged = new Set<string>();
  const server = createServer((request, response) => {
    purged.add(String(request.headers['surrogate-key']));
    request.resume();
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { purged, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge` };
}

test('pages have cache headers and surrogate keys, and a deploy purges the keys of the changed app', async () => {
  const cache = await startCache();
  const gateway = await startTestGateway([shellRelease(), docs(), news()], { CDN_PURGE: cache.url });
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await gateway.app.inject({ url, headers: { accept: 'text/html', ...headers } });
    const { 'cdn-cache-control': control, 'surrogate-key': keys, 'cache-tag': tags } = answer.headers;
    return { answer, sent: [control, keys, tags].map((text) => text ?? '') };
  };
  await vi.waitFor(() => expect([...cache.purged].toSorted()).toEqual(['shell', 'site.all']), 60_000);

  const id = gateway.site.live()!.composition.id;
  const page = ['max-age=300', 'shell docs', 'shell,docs'];
  expect((await get('/docs')).sent).toEqual(page);
  const again = await get('/docs');
  // The second answer is from memory.
  expect(again.sent).toEqual(page);
  const tag = { 'if-none-match': String(again.answer.headers.etag) };
  const unchanged = await get('/docs', tag);
  expect([unchanged.answer.statusCode, unchanged.sent]).toEqual([304, page]);
  expect((await get('/docs/feed.xml')).sent).toEqual(page);
  expect((await get(`/docs/_payload.json?${id}`)).sent).toEqual(['', 'docs.immutable', 'docs.immutable']);
  expect((await get('/docs/_payload.json', { 'x-composition': id })).sent).toEqual(['', '', '']);
  expect((await get('/sitemap.xml')).sent).toEqual(['', 'site.all', 'site.all']);
  expect((await get('/docs/old')).sent).toEqual(['', 'site.all', 'site.all']);
  const file = await get('/assets/docs/docs.0000000001.js');
  expect([file.answer.statusCode, file.sent]).toEqual([200, ['', 'docs.immutable', 'docs.immutable']]);
  for (const url of ['/docs/members', '/nowhere', '/builds/latest.json'])
    expect([url, ...(await get(url)).sent]).toEqual([url, '', '', '']);

  await gateway.publish(docs('Manual'));
  await vi.waitFor(() => expect(cache.purged).toContain('docs'), 60_000);
  expect([...cache.purged].toSorted()).toEqual(['docs', 'shell', 'site.all']);
  const before = gateway.site.live()!.composition.id === id;
  expect([before, (await get('/docs')).answer.body.includes('Manual')]).toEqual([false, true]);
});
