import { expect, test, vi } from 'vitest';
import { redirect } from '@voltframe/kit/contract/page/redirect';
import { siteSettings } from '@voltframe/kit/contract/page/site-config';
import type { LoaderContext, PageServer } from '@voltframe/kit/contract/page/page-server';
import type { AskUpstream } from '@voltframe/kit/contract/page/upstream';
import type { RendererOptions } from '@voltframe/kit/contract/release/server-module';
import { loadPage } from '../../src/server/load-page.ts';

const site = { ...siteSettings.parse({}), url: 'https://site.example' };
const ask: AskUpstream = async () => ({ ok: true, status: 200, headers: {}, text: '{}' });

/** @returns a page that counts the runs of its loader */
function countedPage(server: PageServer = {}, composition = 'c1') {
  let runs = 0;
  const counted: PageServer = {
    ...server,
    loader: (context) => {
      runs++;
      return server.loader?.(context) ?? { list: [3, 1, 2] };
    },
  };
  const options = {
    composition: { id: composition, site, timestamp: 1, apps: {} },
    read: async () => ({ text: '{}', sha256: 'ab' }),
  } as unknown as RendererOptions;
  const request = (search: string, path = '/list') => ({ routeId: 'shop.list', params: {}, path, search });
  return {
    load: (search: string, path?: string) =>
      loadPage(options, { app: 'shop', server: counted, card: undefined }, request(search, path), ask),
    /** Loads the page of another composition. */
    loadIn: (id: string) =>
      loadPage(
        { ...options, composition: { ...options.composition, id } },
        { app: 'shop', server: counted, card: undefined },
        request('?page=1'),
        ask,
      ),
    runs: () => runs,
  };
}

test('data that depends on no query is loaded once for all queries of a page', async () => {
  const page = countedPage({ loader: async ({ content }) => ({ all: await content.data('all') }) });
  const loaded = [await page.load('?page=1'), await page.load('?page=2'), await page.load('?page=3')];
  expect(page.runs()).toBe(1);
  expect(loaded.map((one) => 'json' in one && one.json)).toEqual(Array(3).fill('{"all":{}}'));
  for (const { inputs } of loaded) expect(inputs).toEqual({ 'shop/data/all.json': 'ab' });
});

test('what a component changes of its data is not there for the next query', async () => {
  const page = countedPage();
  for (const search of ['?page=1', '?page=2']) {
    const loaded = await page.load(search);
    if (loaded.type !== 'data') throw new Error('no data');
    expect(loaded.shown).toEqual({ list: [3, 1, 2] });
    (loaded.shown as { list: number[] }).list.sort();
    expect(loaded.data).toEqual({ list: [3, 1, 2] });
  }
});

const READERS: [string, PageServer][] = [
  ['the loader reads the query', { loader: ({ query }) => ({ query }) }],
  ['the loader copies its context', { loader: (context) => ({ path: { ...context }.path }) }],
  ['validate reads the query', { validate: ({ query }) => query !== undefined }],
  ['the head reads the query', { head: ({ query }) => ({ title: query?.['page'] ?? '' }) }],
  [
    'the loader asks an upstream',
    { loader: async ({ upstream }: LoaderContext) => (await upstream('cms').get('/all')).json() },
  ],
];
test.each(READERS)('data is loaded for each query where %s', async (_, server) => {
  const page = countedPage(server);
  for (const search of ['?page=1', '?page=2', '?page=1']) await page.load(search);
  expect(page.runs()).toBe(3);
});

test('the query of a request without one is empty, and its data is not kept', async () => {
  const page = countedPage();
  for (const search of ['', '', '?page=1', '?page=2']) await page.load(search);
  expect(page.runs()).toBe(3);
});

test('each path and each composition has data of its own', async () => {
  const page = countedPage();
  await page.load('?page=1', '/list');
  await page.load('?page=1', '/list/2');
  await page.loadIn('c2');
  expect(page.runs()).toBe(3);
  await page.load('?page=2', '/list/2');
  await page.loadIn('c2');
  expect(page.runs()).toBe(3);
});

test('a redirect and a refusal are decided for each query', async () => {
  const validate = vi.fn<() => boolean>(() => false);
  const refused = countedPage({ validate });
  await refused.load('?page=1');
  expect(await refused.load('?page=2')).toMatchObject({ type: 'refusal' });
  expect(validate).toHaveBeenCalledTimes(2);
  const redirecting = countedPage({ loader: () => redirect('/other') });
  await redirecting.load('?page=1');
  expect(await redirecting.load('?page=2')).toMatchObject({ type: 'redirect' });
  expect(redirecting.runs()).toBe(2);
});

test('data is kept up to a million characters, and the oldest gives way', async () => {
  const page = countedPage({ loader: () => ({ text: 'a'.repeat(400_000) }) });
  for (const path of ['/1', '/2', '/3', '/2', '/3']) await page.load('?page=1', path);
  expect(page.runs()).toBe(3);
  await page.load('?page=1', '/1');
  expect(page.runs()).toBe(4);
  const large = countedPage({ loader: () => ({ text: 'a'.repeat(1_000_000) }) }, 'c3');
  for (const search of ['?page=1', '?page=2']) await large.load(search);
  expect(large.runs()).toBe(2);
});
