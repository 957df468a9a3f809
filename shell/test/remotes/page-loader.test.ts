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
    loadExpose: async <Module>() => ({ default: 'Component' }) as Module,
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

describe('loading a page', () => {
  it.each([
    ['', undefined, 'page'],
    ['img-src https://a.example', 'img-src https://a.example', 'page'],
    ['', 'img-src https://a.example', 'document'],
    ['img-src https://a.example', undefined, 'document'],
  ])('with the policy %j leads to a page with %j as a %s', async (policy, other, type) => {
    const answer = { ...payload, ...(other !== undefined && { policy: other }) };
    const { load } = setUp({ policy, loadPayload: async () => ({ type: 'payload', payload: answer }) });
    expect((await load()).type).toBe(type);
  });

  it('brings code, styles and data together', async () => {
    const { load, events } = setUp();
    expect(await load()).toEqual({ type: 'page', page: { route, payload, Component: 'Component' } });
    expect(events).toEqual(['/p.css']);
  });

  it.each([
    ['script', { loadExpose: broken }],
    ['stylesheet', { loadStylesheets: broken }],
  ])('becomes a document load when a %s fails, and is reported', async (_, ports) => {
    const asked: string[] = [];
    const { load, events } = setUp({ ...ports, mayReload: (path) => asked.push(path) > 0 });
    expect(await load()).toEqual({ type: 'document' });
    expect(asked).toEqual(['/blog?a']);
    expect(events).toContain('report blog');
  });

  it('shows an error when a document load has just been tried', async () => {
    const { load } = setUp({ loadExpose: broken, mayReload: () => false });
    expect(await load()).toMatchObject({
      type: 'error',
      error: { code: 'SITE_CHUNK_FAILED', fatal: true, id: '7k2m9x1q' },
    });
  });

  it('passes on an error that the server tells instead of data', async () => {
    const answer: PayloadAnswer = {
      type: 'error',
      error: { status: 404, code: 'X', message: 'no', fatal: true },
    };
    expect(await setUp({ loadPayload: async () => answer, loadExpose: broken }).load()).toEqual(answer);
  });

  it.each([
    ['/x', true, '/x?a#b'],
    ['/x?c=1#d', true, '/x?c=1&a#d'],
    ['/x', false, '/x#b'],
  ])(
    'goes on to %s with the query and hash it was asked for (prerendered: %s)',
    async (to, prerender, all) => {
      const { loader } = setUp({ loadPayload: async () => ({ type: 'redirect', to, external: false }) });
      const match = { route: { ...route, prerender }, params: {} };
      expect(await loader({ ...target, match })).toEqual({ type: 'redirect', to: all, external: false });
    },
  );

  it('becomes a document load when the composition is gone', async () => {
    expect(await setUp({ loadPayload: async () => ({ type: 'gone' }) }).load()).toEqual({ type: 'document' });
  });

  it('does not wait long for islands', async () => {
    const { load, clock } = setUp({ prepareIslands: () => new Promise(() => {}) });
    const loading = load();
    await clock.advance(300);
    expect(await loading).toMatchObject({ type: 'page' });
  });
});
