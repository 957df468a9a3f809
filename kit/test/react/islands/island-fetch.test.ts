import { describe, expect, it } from 'vitest';
import { createIslandFetch } from '../../../src/react/islands/island-fetch.ts';

function fetcher(response: Response) {
  const requested: string[] = [];
  const styles: string[] = [];
  const warnings: string[] = [];
  const fetchIsland = createIslandFetch({
    composition: 'c1',
    fetch: (async (url: string, init?: RequestInit) => {
      requested.push(url, ...(init ? [`${init.method} ${init.body as string}`] : []));
      return response;
    }) as typeof fetch,
    loadHash: async () => (value) => `hash${JSON.stringify(value).length}`,
    loadStylesheets: async (links) => void styles.push(...links),
    warn: (message) => warnings.push(message),
  });
  return { fetchIsland, requested, styles, warnings };
}

const island = (): Response =>
  Response.json({ id: 'x', html: '<p>hi</p>', head: { link: [{ rel: 'stylesheet', href: '/a.css' }] } });

describe('createIslandFetch', () => {
  it('requests an island under the key of its name and props, and loads its stylesheets', async () => {
    const { fetchIsland, requested, styles } = fetcher(island());
    expect(await fetchIsland('Posts', { count: 3 })).toEqual({ key: 'Posts_hash21', html: '<p>hi</p>' });
    expect(requested).toEqual([
      '/__nuxt_island/Posts_hash21.json?composition=c1&props=%7B%22count%22%3A3%7D',
    ]);
    expect(styles).toEqual(['/a.css']);
  });

  it('posts large props', async () => {
    const { fetchIsland, requested } = fetcher(island());
    const props = { text: 'x'.repeat(3000) };
    await fetchIsland('A', props, 'A_1');
    expect(requested).toEqual(['/__nuxt_island/A_1.json?composition=c1', `POST ${JSON.stringify(props)}`]);
  });

  it('warns about a failed island', async () => {
    const { fetchIsland, warnings } = fetcher(Response.json({}, { status: 500 }));
    expect(await fetchIsland('A', {}, 'A_1')).toEqual({ key: 'A_1', failed: true });
    expect(warnings).toEqual(['The island A could not be loaded']);
  });

  it('rejects an invalid key without a request', async () => {
    const { fetchIsland, requested } = fetcher(island());
    expect(await fetchIsland('A', {}, '../../api/x')).toMatchObject({ failed: true });
    expect(requested).toEqual([]);
  });
});
