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

/** A cache in front, as far as it is told what to forget. */
async function startCache() {
  // A call that is answered late comes again.
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

test('a cache in front may keep pages, knows whose they are, and is told to forget those of the app that changed', async () => {
  const cache = await startCache();
  const gateway = await startTestGateway([shellRelease(), docs(), news()], { CDN_PURGE: cache.url });
  const told = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await gateway.app.inject({ url, headers: { accept: 'text/html', ...headers } });
    const { 'cdn-cache-control': kept, 'surrogate-key': keys, 'cache-tag': tags } = answer.headers;
    return { answer, told: [kept, keys, tags].map((text) => text ?? '') };
  };
  await vi.waitFor(() => expect([...cache.purged].toSorted()).toEqual(['shell', 'site.all']), 60_000);

  const id = gateway.site.live()!.composition.id;
  const page = ['max-age=300', 'shell docs', 'shell,docs'];
  expect((await told('/docs')).told).toEqual(page);
  const again = await told('/docs');
  // From memory.
  expect(again.told).toEqual(page);
  const tag = { 'if-none-match': String(again.answer.headers.etag) };
  const unchanged = await told('/docs', tag);
  expect([unchanged.answer.statusCode, unchanged.told]).toEqual([304, page]);
  expect((await told('/docs/feed.xml')).told).toEqual(page);
  expect((await told(`/docs/_payload.json?${id}`)).told).toEqual(['', 'docs.immutable', 'docs.immutable']);
  expect((await told('/docs/_payload.json', { 'x-composition': id })).told).toEqual(['', '', '']);
  expect((await told('/sitemap.xml')).told).toEqual(['', 'site.all', 'site.all']);
  expect((await told('/docs/old')).told).toEqual(['', 'site.all', 'site.all']);
  const file = await told('/assets/docs/docs.0000000001.js');
  expect([file.answer.statusCode, file.told]).toEqual([200, ['', 'docs.immutable', 'docs.immutable']]);
  for (const url of ['/docs/members', '/nowhere', '/builds/latest.json'])
    expect([url, ...(await told(url)).told]).toEqual([url, '', '', '']);

  await gateway.publish(docs('Manual'));
  await vi.waitFor(() => expect(cache.purged).toContain('docs'), 60_000);
  expect([...cache.purged].toSorted()).toEqual(['docs', 'shell', 'site.all']);
  const before = gateway.site.live()!.composition.id === id;
  expect([before, (await told('/docs')).answer.body.includes('Manual')]).toEqual([false, true]);
});
