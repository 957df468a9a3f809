import { describe, expect, it } from 'vitest';
import { createIslandFetch } from '../../../src/react/islands/island-fetch.ts';

function setUp(response: Response) {
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
    const { fetchIsland, asked, styles } = setUp(island());
    expect(await fetchIsland('Posts', { count: 3 })).toEqual({ key: 'Posts_hash21', html: '<p>hi</p>' });
    expect(asked).toEqual(['/__nuxt_island/Posts_hash21.json?composition=c1&props=%7B%22count%22%3A3%7D']);
    expect(styles).toEqual(['/a.css']);
  });

  it('is asked for by POST when its props are large', async () => {
    const { fetchIsland, asked } = setUp(island());
    const props = { text: 'x'.repeat(3000) };
    await fetchIsland('A', props, 'A_1');
    expect(asked).toEqual(['/__nuxt_island/A_1.json?composition=c1', `POST ${JSON.stringify(props)}`]);
  });

  it('and fails is told', async () => {
    const { fetchIsland, warnings } = setUp(Response.json({}, { status: 500 }));
    expect(await fetchIsland('A', {}, 'A_1')).toEqual({ key: 'A_1', failed: true });
    expect(warnings).toEqual(['The island A could not be loaded']);
  });

  it('is not asked for under a key that is none', async () => {
    const { fetchIsland, asked } = setUp(island());
    expect(await fetchIsland('A', {}, '../../api/x')).toMatchObject({ failed: true });
    expect(asked).toEqual([]);
  });
});
