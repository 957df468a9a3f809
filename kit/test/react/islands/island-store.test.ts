import { describe, expect, it } from 'vitest';
import { createIslandStore } from '../../../src/react/islands/island-store.ts';
import { settle } from '../../../src/testing/fake-clock.ts';

function setUp(respond: (url: string) => Promise<Response>) {
  const urls: string[] = [];
  const warnings: string[] = [];
  const styles: string[] = [];
  let changes = 0;
  const store = createIslandStore({
    composition: 'c1',
    fetch: ((url: string, init?: RequestInit) => {
      urls.push(url, ...(init ? [`${init.method} ${init.body as string}`] : []));
      return respond(url);
    }) as typeof fetch,
    loadHash: async () => (value) => `hash${JSON.stringify(value).length}`,
    loadStylesheets: async (links) => void styles.push(...links),
    warn: (message) => warnings.push(message),
  });
  store.subscribe(() => changes++);
  return { store, urls, warnings, styles, changes: () => changes };
}

const island = async (): Promise<Response> =>
  Response.json({ id: 'x', html: '<p>hi</p>', head: { link: [{ rel: 'stylesheet', href: '/a.css' }] } });

describe('the islands of a browser page', () => {
  it('are fetched once, however many places show one', async () => {
    const { store, urls, styles, changes } = setUp(island);
    store.load('Posts', { count: 3 });
    store.load('Posts', { count: 3 });
    await settle();
    store.load('Posts', { count: 3 });
    expect(urls).toEqual(['/__nuxt_island/Posts_hash21.json?composition=c1&props=%7B%22count%22%3A3%7D']);
    expect(store.find('Posts', { count: 3 })).toMatchObject({ html: '<p>hi</p>' });
    expect([styles, changes()]).toEqual([['/a.css'], 1]);
  });

  it('are told apart by their props, in whatever order these are written', async () => {
    const { store, urls } = setUp(island);
    await store.prepare([
      { name: 'A', props: { x: 1, y: 2 }, key: 'A_1' },
      { name: 'A', props: { y: 2, x: 1 }, key: 'A_1' },
      { name: 'A', props: { x: 2 }, key: 'A_2' },
    ]);
    expect(urls).toHaveLength(2);
    expect(store.find('A', { y: 2, x: 1 }).html).toBe('<p>hi</p>');
  });

  it('are asked for by POST when their props are large', async () => {
    const { store, urls } = setUp(island);
    const props = { text: 'x'.repeat(3000) };
    await store.prepare([{ name: 'A', props, key: 'A_1' }]);
    expect(urls).toEqual(['/__nuxt_island/A_1.json?composition=c1', `POST ${JSON.stringify(props)}`]);
    expect(store.find('A', props).html).toBe('<p>hi</p>');
  });

  it('that fail are told, and asked for again by the next page', async () => {
    const answers = [Response.json({}, { status: 500 }), await island()];
    const { store, warnings } = setUp(async () => answers.shift()!);
    const refs = [{ name: 'A', props: {}, key: 'A_1' }];
    await store.prepare(refs);
    expect([store.find('A', {}), warnings]).toEqual([
      { key: 'A_1', failed: true },
      ['The island A could not be loaded'],
    ]);
    await store.prepare(refs);
    expect(store.find('A', {}).html).toBe('<p>hi</p>');
  });

  it('are not asked for under a key that is none', async () => {
    const { store, urls } = setUp(island);
    await store.prepare([{ name: 'A', props: {}, key: '../../api/x' }]);
    expect([urls, store.find('A', {}).failed]).toEqual([[], true]);
  });
});
