import { expect, test } from 'vitest';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ServedComposition } from '../../../../src/serving/compositions/served-composition.ts';
import { candidatePages } from '../../../../src/releasing/admission/hydration/candidate-pages.ts';
import { playedSite } from '../../../fixtures/played-site.ts';

const OPTIONS = { pagesPerRoute: 100, affected: (app: string) => app === 'docs', year: 2026 };

/**
 * A candidate of one route with `count` pages, rendered by `render`.
 * @param shown HTML of its island and error screens. @param inputs inputs of the island.
 */
function candidate(
  count: number,
  render: (search: string) => Promise<object>,
  shown = '',
  inputs: Record<string, string> = {},
) {
  const pages = Object.fromEntries(Array.from({ length: count }, (_, index) => [`/docs/${index}`, '']));
  const site = playedSite({ docs: { pages, open: { '/docs/:page': 404 } } });
  const { composition } = site;
  Object.assign(composition, { islands: { jobs: { app: 'docs', css: [] } } });
  Object.assign(composition.routes[0]!, { query: ['tag'] });
  const seen = { running: 0, most: 0, rendered: 0 };
  Object.assign(site.renderer, {
    paths: async () => Object.keys(pages).map((path) => ({ path })),
    errorScreen: async () => ({ value: { html: shown, islands: [] } }),
    island: async () =>
      shown === '' ? Promise.reject(new Error('boom')) : { value: { html: shown }, inputs },
    async fragment(_: unknown, { search }: { search: string }) {
      seen.most = Math.max(seen.most, ++seen.running);
      seen.rendered++;
      await Promise.resolve();
      const value = await render(search).finally(() => seen.running--);
      return { value, renderedAt: 0 };
    },
  });
  return { served: site, seen };
}
const good = async () => ({ html: '<p>x</p>', head: {}, data: {}, islands: [] });

test('at most four pages are rendered at a time', async () => {
  const { served, seen } = candidate(100, good);
  expect(await candidatePages(served, OPTIONS)).toHaveLength(101);
  expect(seen.most).toBeLessThanOrEqual(4);
});

test('at most `pagesPerRoute` pages of a route are listed', async () => {
  expect(await candidatePages(candidate(100, good).served, { ...OPTIONS, pagesPerRoute: 5 })).toHaveLength(6);
});

test.each([
  ['throws', async () => Promise.reject(new Error('boom'))],
  ['is an error', async () => ({ error: { status: 500, message: 'boom', fatal: false }, html: '' })],
])('a page that %s is left out, and the other pages are listed', async (_, fail) => {
  const { served } = candidate(2, (search) => (search === '' ? good() : fail()));
  expect((await candidatePages(served, OPTIONS)).map(({ path }) => path)).toEqual(['/docs/0', '/docs/1']);
});

test.each([
  ['HTML', { html: '<p>a</p>' }, { html: '<p>b</p>' }],
  ['data, which the browser renders again', { data: { a: 1 } }, { data: { a: 2 } }],
])('the key of a page depends on its %s', async (_, one, other) => {
  const keyWith = async (more: object) =>
    (await candidatePages(candidate(1, async () => ({ ...(await good()), ...more })).served, OPTIONS))[0]!
      .key;
  expect(await keyWith(one)).toBe(await keyWith(one));
  expect(await keyWith(one)).not.toBe(await keyWith(other));
});

const embed = async () => ({ ...(await good()), islands: [{ name: 'jobs', props: {}, key: 'k' }] });

test('the key of a page depends on the HTML of its islands, even an empty one, and on their scripts', async () => {
  const keyWith = async (shown: string, change = (_: ServedComposition) => {}) => {
    const { served } = candidate(1, embed, shown);
    change(served);
    return (await candidatePages(served, OPTIONS))[0]?.key;
  };
  const ofOther = (served: ServedComposition, scripts: Release['files']) => {
    served.composition.islands['jobs']!.app = 'careers';
    served.releases['careers'] = { files: scripts, exposes: {} } as unknown as Release;
  };
  const keys = await Promise.all([
    keyWith('one job'),
    keyWith('two jobs'),
    keyWith(''),
    keyWith('one job', (served) => ofOther(served, {})),
    keyWith('one job', (served) => ofOther(served, { 'client/a.js': { sha256: 'a', bytes: 1 } })),
  ]);
  expect(await keyWith('one job')).toBe(keys[0]);
  expect(new Set(keys).size).toBe(keys.length);
});

test('the key of a page depends on the inputs of its islands, except the id of the composition', async () => {
  const keyWith = async (html: string, inputs: Record<string, string>) =>
    (await candidatePages(candidate(1, embed, html, inputs).served, OPTIONS))[0]!.key;
  const keys = await Promise.all([
    keyWith('in a', { composition: 'a', 'docs/data/jobs.json': '1' }),
    keyWith('in b', { composition: 'b', 'docs/data/jobs.json': '1' }),
    keyWith('in b', { composition: 'b', 'docs/data/jobs.json': '2' }),
  ]);
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
});

test('the error screens are pages of the shell, and their keys depend on their HTML', async () => {
  const screens = (shown: string) =>
    candidatePages(candidate(1, good, shown).served, { ...OPTIONS, affected: (app) => app === 'shell' });
  const pages = await screens('sorry');
  expect(pages.map(({ id }) => id)).toEqual(['not-found screen', 'error screen']);
  const keys = [...pages, ...(await screens('sorry')), ...(await screens('well'))].map(({ key }) => key);
  expect(new Set(keys).size).toBe(4);
});

test('pages of every app that embed an interactive island of a changed app are listed, ten at most', async () => {
  const listed = async (apps: number): Promise<number[]> => {
    const { served } = candidate(3, embed);
    const [route] = served.composition.routes;
    served.composition.routes = Array.from({ length: apps * 4 }, (_, index) => ({
      ...route!,
      id: `route ${index}`,
      app: `team-${Math.floor(index / 4)}`,
    }));
    for (const { app } of served.composition.routes) served.releases[app] = served.releases['docs']!;
    served.releases['docs'] = {
      ...served.releases['docs']!,
      exposes: { './interactive/jobs': { js: [], css: [] } },
    };
    const pages = await candidatePages(served, {
      affected: () => false,
      embeds: (app) => app === 'docs',
      year: 2026,
    });
    return [...Map.groupBy(pages, ({ app }) => app).values()].map(({ length }) => length);
  };
  expect(await listed(3)).toEqual([10, 10, 10]);
  expect(await listed(30)).toEqual(Array(30).fill(2));
});

test('pages of other apps that embed an interactive island of a changed app are listed, a few of each route', async () => {
  const { served } = candidate(30, embed);
  Object.assign(served.composition.routes[0]!, { app: 'shell' });
  const look = (embeds?: (app: string) => boolean) =>
    candidatePages(served, { affected: () => false, year: 2026, ...(embeds && { embeds }) });
  expect(await look((app) => app === 'docs')).toEqual([]);
  served.releases['docs']!.exposes['./interactive/jobs'] = { js: [], css: [] };
  const pages = await look((app) => app === 'docs');
  expect(pages.map(({ path }) => path)).toEqual([
    '/docs/0',
    '/docs/1',
    '/docs/2',
    '/docs/0?tag=a-value-that-nobody-declares',
  ]);
  expect(pages[0]).toMatchObject({
    app: 'shell',
    owners: ['docs'],
    groups: ['docs', 'shell', {}, {}].fill(expect.any(String) as never, 2),
  });
  expect(await look()).toEqual([]);
  expect(await look((app) => app === 'shell')).toEqual([]);
});
