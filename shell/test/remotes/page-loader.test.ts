import { describe, expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { type PageLoaderPorts, createPageLoader } from '../../src/remotes/page-loader.ts';
import type { PayloadAnswer } from '../../src/remotes/payloads.ts';

const route = {
  id: 'r',
  app: 'blog',
  path: '/blog',
  expose: './p',
  js: [],
  css: ['/p.css'],
  prerender: true,
  guards: [],
};
const target = { path: '/blog', search: '?a', hash: '#b', match: { route, params: {} } };
const payload = { islands: [], data: 1 } as unknown as Extract<PayloadAnswer, { type: 'payload' }>['payload'];

function setUp(ports: Partial<PageLoaderPorts> = {}) {
  const clock = fakeClock();
  const events: string[] = [];
  const loader = createPageLoader({
    policy: '',
    fetchExpose: async <Module>() => {
      return () => {
        events.push('evaluated');
        return { default: 'Component' } as Module;
      };
    },
    loadPayload: async () => ({ type: 'payload', payload }),
    loadStylesheets: async (urls) => void events.push(...urls),
    prepareIslands: async () => {},
    registerIcons: () => {},
    mayReload: () => true,
    chunkFailed(app) {
      events.push(`report ${app}`);
      return '7k2m9x1q';
    },
    warn: (message) => events.push(message),
    setTimeout: clock.setTimeout,
    ...ports,
  });
  return { loader, load: () => loader(target), events, clock };
}

const broken = () => Promise.reject(new Error('lost'));
const throwing = (): never => {
  throw new Error('thrown while it is evaluated');
};

describe('loading a page', () => {
  it.each([
    ['', undefined, 'page'],
    ['img-src https://a.example', 'img-src https://a.example', 'page'],
    ['', 'img-src https://a.example', 'document'],
    ['img-src https://a.example', undefined, 'document'],
  ])('with the policy %j loads a page with %j as a %s', async (policy, other, type) => {
    const answer = { ...payload, ...(other !== undefined && { policy: other }) };
    const { load, events } = setUp({
      policy,
      loadPayload: async () => ({ type: 'payload', payload: answer }),
    });
    expect((await load()).type).toBe(type);
    // Code of a page that needs another document does not run in this one.
    expect(events.includes('evaluated')).toBe(type === 'page');
  });

  it('loads code, styles and data', async () => {
    const { load, events } = setUp();
    expect(await load()).toEqual({ type: 'page', page: { route, payload, Component: 'Component' } });
    expect(events).toEqual(['/p.css', 'evaluated']);
  });

  it.each([
    ['script', { fetchExpose: broken }],
    ['stylesheet', { loadStylesheets: broken }],
    ['module', { fetchExpose: async () => throwing }],
  ])('loads a document when a %s fails, and reports it', async (_, ports) => {
    const reloads: string[] = [];
    const { load, events } = setUp({ ...ports, mayReload: (path) => reloads.push(path) > 0 });
    expect(await load()).toEqual({ type: 'document' });
    expect(reloads).toEqual(['/blog?a']);
    expect(events).toContain('report blog');
  });

  it('returns an error after a recent document load', async () => {
    const { load } = setUp({ fetchExpose: broken, mayReload: () => false });
    expect(await load()).toMatchObject({
      type: 'error',
      error: { code: 'SITE_CHUNK_FAILED', fatal: true, id: '7k2m9x1q' },
    });
  });

  it('returns an error of the server in place of data', async () => {
    const answer: PayloadAnswer = {
      type: 'error',
      error: { status: 404, code: 'X', message: 'no', fatal: true },
    };
    expect(await setUp({ loadPayload: async () => answer, fetchExpose: broken }).load()).toEqual(answer);
  });

  it.each([
    ['/x', true, '/x?a#b'],
    ['/x?c=1#d', true, '/x?c=1&a#d'],
    ['/x', false, '/x#b'],
  ])(
    'redirects to %s with the query and hash of the target (prerendered: %s)',
    async (to, prerender, all) => {
      const { loader } = setUp({ loadPayload: async () => ({ type: 'redirect', to, external: false }) });
      const match = { route: { ...route, prerender }, params: {} };
      expect(await loader({ ...target, match })).toEqual({ type: 'redirect', to: all, external: false });
    },
  );

  it('keeps the target of a redirect by the page itself, which has its query', async () => {
    const answer = { type: 'redirect', to: '/x?c=1', external: false, byPage: true } as const;
    expect(await setUp({ loadPayload: async () => answer }).load()).toEqual({
      type: 'redirect',
      to: '/x?c=1#b',
      external: false,
    });
  });

  it('loads a document when the composition is gone', async () => {
    expect(await setUp({ loadPayload: async () => ({ type: 'gone' }) }).load()).toEqual({ type: 'document' });
  });

  it('waits at most 300 ms for islands', async () => {
    const { load, clock } = setUp({ prepareIslands: () => new Promise(() => {}) });
    const loading = load();
    await clock.advance(300);
    expect(await loading).toMatchObject({ type: 'page' });
  });
});
