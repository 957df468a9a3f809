import type { ErrorGroupList } from '@voltframe/kit/contract/operations/error-groups';
import { islandKey } from '@voltframe/kit/contract/page/island';
import { hash } from 'ohash';
import { expect, test } from 'vitest';
import { remoteRelease, version } from '../fixtures/fixture-release.ts';
import { setUpOps } from '../operations/operations-setup.ts';

/** Admission requests no page with a number in its query. */
const BUNDLE = `const fails = (text) => /\\d/.test(text);
const pages = { 'docs.home': { Component: () => 'home' },
'docs.loader': { Component: () => 'loaded', server: { loader({ search }) {
  if (fails(search)) throw new Error('of the loader'); return null; } } },
'docs.component': { Component: ({ search }) => {
  if (fails(search)) throw new Error('of the component'); return 'shown'; } },
'docs.guarded': { Component: () => 'guarded' },
'docs.island': { Component: () => 'with an island', server: { islands: [{ name: 'Bad', props: { now: 1 }, key: 'a' }] } } };
const guards = { member: ({ path }) => {
  if (fails(path)) throw new Error('of the guard'); return true; } };
const islands = { Bad: { Component: ({ now }) => {
  if (now) throw new Error('of the island'); return ''; } } };
module.exports = { pages, guards, islands };`;
/** Each line of the bundle is that line of the source. */
const MAP = { version: 3, sources: ['src/docs.tsx'], names: [], mappings: `AAAA${';AACA'.repeat(20)}` };

const docs = remoteRelease({
  server: BUNDLE,
  serverMap: JSON.stringify(MAP),
  routes: [
    { id: 'docs.home', path: '/docs' },
    { id: 'docs.loader', path: '/docs/loader', query: ['now'] },
    { id: 'docs.component', path: '/docs/component', query: ['now'] },
    { id: 'docs.guarded', path: '/docs/guarded', query: ['now'], guards: ['member'], prerender: false },
    { id: 'docs.island', path: '/docs/island' },
  ],
  guards: { member: '' },
  islands: { Bad: { css: [] } },
  client: { 'page.0000000002.js': 'export default 1;' },
});

test('lists errors of the server under their app, release, file and line', async () => {
  const { app, call, operator, team, site } = await setUpOps([docs, version('news', 'news')]);
  const composition = site.live()!.composition.id;
  const urls = [
    '/docs/loader?now=1',
    '/docs/component?now=2',
    '/docs/guarded?now=3',
    '/docs/island',
    '/news',
    '/gone',
  ];
  const answers = [];
  for (const url of [...urls, urls[0]!])
    answers.push(await app.inject({ url, headers: { accept: 'text/html' } }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 200, 200, 404, 500]);
  const { groups } = (await call('GET', '/-/errors', operator)).body as ErrorGroupList;
  const [, shown] = /<p>Error ([0-9a-z]{8})</.exec(answers[0]!.body) ?? [];
  expect((await call('GET', `/-/errors/${shown}`, team)).body.groups).toMatchObject([
    { message: 'of the loader' },
  ]);
  expect(answers.map(({ body }) => body.includes('<p>Error '))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    true,
  ]);
  // Nothing lists an address with a query.
  const found = groups.map(({ message, kind, place, source }) => [message, kind, place, source]);
  expect(found.toSorted()).toEqual([
    ['of the component', 'loader', 'src/docs.tsx:6', 'unlisted'],
    ['of the guard', 'guard', 'src/docs.tsx:10', 'unlisted'],
    ['of the island', 'island', 'src/docs.tsx:12', 'listed'],
    ['of the loader', 'loader', 'src/docs.tsx:4', 'unlisted'],
  ]);
  for (const group of groups)
    expect(group).toMatchObject({
      app: 'docs',
      release: docs.release.digest,
      composition,
      isNew: true,
    });
  const ofLoader = groups.find(({ message }) => message === 'of the loader');
  expect(ofLoader).toMatchObject({ times: 2, route: 'docs.loader' });
  expect(((await call('GET', '/-/errors', team)).body as ErrorGroupList).groups).toEqual(groups);
  expect((await call('GET', '/-/errors?app=news', operator)).body).toEqual({ groups: [], more: false });
});

test('lists no error of listed pages after 200 requests with odd addresses and props', async () => {
  const wiki = remoteRelease({
    server: `module.exports = {
pages: { 'docs.home': { Component: () => 'home' },
  'docs.entry': { Component: () => 'entry', server: { loader({ params: { name }, content }) {
    if (name.startsWith('odd')) throw new Error('no entry ' + name);
    if (name.startsWith('huge')) { const all = []; for (;;) all.push(new Array(1e6).fill(name)); }
    return content.data(name); } } } },
guards: { any: ({ path }) => { if (path.includes('%')) throw new Error('of the guard'); return true; } },
islands: { Card: { Component: ({ text = '' }) => { if (text.length > 9) throw new Error('of the island'); return text; } } } };`,
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.entry', path: '/docs/:name', prerender: false, guards: ['any'] },
    ],
    guards: { any: '' },
    islands: { Card: { css: [] } },
  });
  const { app, call, operator, site } = await setUpOps([wiki], {
    RENDER_TIMEOUT: '2s',
    RENDER_MEMORY_MB: '64',
  });
  expect(site.live()?.composition.apps).toMatchObject({ docs: wiki.release.digest });
  const names = [
    ...Array.from({ length: 60 }, (_, index) => `${'x'.repeat(600)}${index}`),
    ...Array.from({ length: 60 }, (_, index) => `odd-${index}`),
    ...Array.from({ length: 30 }, (_, index) => `${'%E2%80%AE'.repeat(20)}${index}`),
    'huge-1',
    'huge-2',
  ];
  const request = (url: string, index: number) =>
    app.inject({ url, remoteAddress: `203.0.${index % 50}.9`, headers: { accept: 'text/html' } });
  await Promise.all(names.map((name, index) => request(`/docs/${name}`, index)));
  const cards = Array.from({ length: 50 }, (_, index) => ({ text: `a long text ${index}` }));
  const cardOf = (props: { text: string }) => `/__nuxt_island/${islandKey('Card', props, hash)}.json`;
  const statuses = await Promise.all(
    cards.map(async (props, index) => {
      const payload = JSON.stringify(props);
      const sent =
        index % 2
          ? app.inject({
              method: 'POST',
              url: cardOf(props),
              payload,
              headers: { 'content-type': 'text/plain' },
            })
          : request(`${cardOf(props)}?props=${encodeURIComponent(payload)}`, index);
      return (await sent).statusCode;
    }),
  );
  expect(Math.min(...statuses)).toBe(500);
  const { groups } = (await call('GET', '/-/errors?limit=200', operator)).body as ErrorGroupList;
  expect(groups.length).toBeGreaterThan(0);
  expect(groups.filter(({ source }) => source !== 'unlisted')).toEqual([]);
  expect(site.live()?.composition.apps).toMatchObject({ docs: wiki.release.digest });
});
