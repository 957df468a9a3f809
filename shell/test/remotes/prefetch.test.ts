import { describe, expect, it } from 'vitest';
import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import type { ClientRoute } from '@voltframe/kit/contract/page/page-data';
import type { Connection } from '../../src/remotes/prefetch-policy.ts';
import { createPrefetch } from '../../src/remotes/prefetch.ts';
import { settle } from '@voltframe/kit/testing/fake-clock';

const base = { app: 'blog', expose: './x', js: [], css: [], guards: [] };
const ROUTES: ClientRoute[] = [
  { ...base, id: 'post', path: '/blog/:slug', prerender: true },
  { ...base, id: 'member', path: '/members/:id', prerender: false },
];

function setUp(connection?: Connection) {
  const preloads: { end(): void; fail(error: Error): void }[] = [];
  const payloads: string[] = [];
  const prefetch = createPrefetch({
    connection: () => connection,
    match: (path) => matchRoute(ROUTES, path),
    async preload() {
      await new Promise<void>((end, fail) => preloads.push({ end, fail }));
    },
    async loadPayload(_, path) {
      payloads.push(path);
    },
  });
  return { prefetch, preloads, payloads };
}

describe('the prefetch of a link', () => {
  it('fetches code and data of a path once', async () => {
    const { prefetch, preloads, payloads } = setUp();
    void prefetch('/blog/a');
    void prefetch('/blog/a');
    await settle();
    expect([preloads.length, payloads]).toEqual([1, ['/blog/a']]);
  });

  it('runs for at most four pages at once, and continues after a failure', async () => {
    const { prefetch, preloads } = setUp();
    for (let n = 0; n < 11; n++) void prefetch(`/blog/${n}`);
    await settle();
    expect(preloads).toHaveLength(4);
    for (let n = 0; n < 11; n++) {
      if (n % 2 === 0) preloads[n]!.end();
      else preloads[n]!.fail(new Error('lost'));
      await settle();
      expect(preloads).toHaveLength(Math.min(11, n + 5));
    }
    void prefetch('/blog/later');
    await settle();
    expect(preloads).toHaveLength(12);
  });

  it('does nothing when the connection saves data', async () => {
    const { prefetch, preloads } = setUp({ saveData: true });
    await prefetch('/blog/a');
    expect(preloads).toEqual([]);
  });

  it('does nothing for a path that no route matches', async () => {
    const { prefetch, preloads } = setUp();
    await prefetch('/elsewhere');
    expect(preloads).toEqual([]);
  });

  it('fetches no data of a page that is rendered for each request', async () => {
    const { prefetch, preloads, payloads } = setUp();
    void prefetch('/members/1');
    await settle();
    expect([preloads.length, payloads]).toEqual([1, []]);
  });
});
