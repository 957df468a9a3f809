import { describe, expect, it } from 'vitest';
import {
  type IslandState,
  createIslandStore,
  islandPropsText,
  createIslandFetch,
} from '../../../src/react/islands/island-store.ts';
import { settle } from '../../../src/testing/fake-clock.ts';

/** A store whose islands come so, one after the other, and else as `<p>hi</p>`. */
function setUp(...answers: IslandState[]) {
  const asked: string[] = [];
  let changes = 0;
  const store = createIslandStore(async (name, props, key) => {
    asked.push(`${name} ${JSON.stringify(props)}${key === undefined ? '' : ` ${key}`}`);
    return answers.shift() ?? { key: `${name}_1`, html: '<p>hi</p>' };
  });
  store.subscribe(() => changes++);
  return { store, asked, changes: () => changes };
}

describe('the islands of a browser page', () => {
  it('are fetched once, however many places show one', async () => {
    const { store, asked, changes } = setUp();
    store.load('Posts', { count: 3 });
    store.load('Posts', { count: 3 });
    await settle();
    store.load('Posts', { count: 3 });
    expect(asked).toEqual(['Posts {"count":3}']);
    expect(store.find('Posts', { count: 3 })).toMatchObject({ html: '<p>hi</p>' });
    expect(changes()).toBe(1);
  });

  it('are told apart by their props, in whatever order these are written', async () => {
    const { store, asked } = setUp();
    await store.prepare([
      { name: 'A', props: { x: 1, y: 2 }, key: 'A_1' },
      { name: 'A', props: { y: 2, x: 1 }, key: 'A_1' },
      { name: 'A', props: { x: 2 }, key: 'A_2' },
    ]);
    expect(asked).toEqual(['A {"x":1,"y":2} A_1', 'A {"x":2} A_2']);
    expect(store.find('A', { y: 2, x: 1 }).html).toBe('<p>hi</p>');
  });

  it('that fail are asked for again by the next page', async () => {
    const { store } = setUp({ key: 'A_1', failed: true });
    const refs = [{ name: 'A', props: {}, key: 'A_1' }];
    await store.prepare(refs);
    expect(store.find('A', {})).toEqual({ key: 'A_1', failed: true });
    await store.prepare(refs);
    expect(store.find('A', {}).html).toBe('<p>hi</p>');
  });
});

it('writes equal props alike, in whatever order they are given', () => {
  expect(islandPropsText({ b: 1, a: [2, { d: 3, c: 4 }] })).toBe('{"a":[2,{"c":4,"d":3}],"b":1}');
  expect(islandPropsText({ a: [2, { c: 4, d: 3 }], b: 1 })).toBe('{"a":[2,{"c":4,"d":3}],"b":1}');
});

function fetcher(response: Response) {
  const asked: string[] = [];
  const styles: string[] = [];
  const warnings: string[] = [];
  const fetchIsland = createIslandFetch({
    composition: 'c1',
    fetch: (async (url: string, init?: RequestInit) => {
      asked.push(url, ...(init ? [`${init.method} ${init.body as string}`] : []));
      return response;
    }) as typeof fetch,
    loadHash: async () => (value) => `hash${JSON.stringify(value).length}`,
    loadStylesheets: async (links) => void styles.push(...links),
    warn: (message) => warnings.push(message),
  });
  return { fetchIsland, asked, styles, warnings };
}

const island = (): Response =>
  Response.json({ id: 'x', html: '<p>hi</p>', head: { link: [{ rel: 'stylesheet', href: '/a.css' }] } });

describe('an island that is fetched', () => {
  it('is asked for under the key of its name and props, and has its styles', async () => {
    const { fetchIsland, asked, styles } = fetcher(island());
    expect(await fetchIsland('Posts', { count: 3 })).toEqual({ key: 'Posts_hash21', html: '<p>hi</p>' });
    expect(asked).toEqual(['/__nuxt_island/Posts_hash21.json?composition=c1&props=%7B%22count%22%3A3%7D']);
    expect(styles).toEqual(['/a.css']);
  });

  it('is asked for by POST when its props are large', async () => {
    const { fetchIsland, asked } = fetcher(island());
    const props = { text: 'x'.repeat(3000) };
    await fetchIsland('A', props, 'A_1');
    expect(asked).toEqual(['/__nuxt_island/A_1.json?composition=c1', `POST ${JSON.stringify(props)}`]);
  });

  it('and fails is told', async () => {
    const { fetchIsland, warnings } = fetcher(Response.json({}, { status: 500 }));
    expect(await fetchIsland('A', {}, 'A_1')).toEqual({ key: 'A_1', failed: true });
    expect(warnings).toEqual(['The island A could not be loaded']);
  });

  it('is not asked for under a key that is none', async () => {
    const { fetchIsland, asked } = fetcher(island());
    expect(await fetchIsland('A', {}, '../../api/x')).toMatchObject({ failed: true });
    expect(asked).toEqual([]);
  });
});
