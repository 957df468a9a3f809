import { expect, test } from 'vitest';
import type { Composition } from '../../../src/contract/release/composition.ts';
import type { ObjectSchema } from '../../../src/contract/page/value-schema.ts';
import type { Release } from '../../../src/contract/release/release.ts';
import {
  contractLosses,
  type SiteContract,
  siteContract,
} from '../../../src/contract/release/site-contract.ts';

const PROPS: ObjectSchema = {
  type: 'object',
  properties: { count: { type: 'number' }, kind: { type: 'string' } },
  required: ['kind'],
};
const STYLES = [
  ':root{color-scheme:dark;--ink:red;--s1:var(--ink)}.a{--own:1px}',
  '.b{color:var(--gone)}:root { --mono: x; }',
];
const ICONS = ['lucide:globe', 'simple-icons:github'];
const composition = {
  routes: [
    { app: 'legal', path: '/terms' },
    { app: 'blog', path: '/blog/:slug' },
    { app: 'marketing', path: '/' },
  ],
  resources: { '/blog/feed.xml': 'blog', '/terms.txt': 'legal' },
  islands: {
    LatestPosts: { app: 'blog', css: [], props: PROPS },
    Loose: { app: 'blog', css: [], props: 'import("./evil")' },
    TermsNote: { app: 'legal', css: [] },
  },
  guards: { members: { app: 'blog', expose: './guards/members' } },
} as unknown as Composition;
const shell = {
  places: {
    header: [
      { place: 'blog', app: 'blog' },
      { place: 'offers', app: '*' },
    ],
    footer: [{ place: 'terms', app: 'legal' }],
  },
  shared: { provides: { react: '19.3.1', '@voltframe/kit/react': '1.0.0' }, requires: {} },
} as unknown as Release;

test('lists the parts of other apps, and the places that the app may fill', () => {
  expect(siteContract(composition, shell, STYLES, 'legal', ICONS)).toEqual({
    pages: { '/': 'marketing', '/blog/:slug': 'blog' },
    resources: { '/blog/feed.xml': 'blog' },
    islands: { LatestPosts: 'blog', Loose: 'blog' },
    islandProps: { LatestPosts: PROPS },
    guards: { members: 'blog' },
    places: ['offers', 'terms'],
    shared: { '@voltframe/kit/react': '1.0.0', react: '19.3.1' },
    tokens: ['--ink', '--mono', '--s1'],
    icons: ICONS,
  });
});

test('returns the same text for the same site in any order', () => {
  const turned = { ...composition, routes: composition.routes.toReversed() };
  const text = (of: Composition) => JSON.stringify(siteContract(of, shell, STYLES, 'legal'));
  expect(text(turned)).toBe(text(composition));
});

test('lists no places of a shell without places', () => {
  expect(siteContract(composition, { ...shell, places: undefined } as never, [], 'legal').places).toEqual([]);
});

const site = siteContract(composition, shell, STYLES, 'legal', ICONS);
const LOSSES: [name: string, change: (now: SiteContract) => void, lines: string[]][] = [
  ['nothing for the same site', () => {}, []],
  ['nothing for an added page', (now) => (now.pages['/new'] = 'blog'), []],
  ['a removed page', (now) => delete now.pages['/blog/:slug'], ['the page /blog/:slug of blog is gone']],
  ['a page of another app', (now) => (now.pages['/'] = 'shell'), ["the page / is shell's, was marketing's"]],
  [
    'a removed island',
    (now) => delete now.islands['LatestPosts'],
    ['the island LatestPosts of blog is gone'],
  ],
  ['a removed guard', (now) => delete now.guards['members'], ['the guard members of blog is gone']],
  ['a removed resource', (now) => (now.resources = {}), ['the resource /blog/feed.xml of blog is gone']],
  ['nothing for a minor version of a shared module', (now) => (now.shared['react'] = '19.4.0'), []],
  [
    'a major version of a shared module',
    (now) => (now.shared['react'] = '20.0.0'),
    ['the shared module react is 20.0.0, was 19.3.1'],
  ],
  ['a removed shared module', (now) => delete now.shared['react'], ['the shared module react is gone']],
  ['a removed design token', (now) => (now.tokens = ['--mono', '--s1']), ['the design token --ink is gone']],
  ['a removed icon', (now) => (now.icons = ['simple-icons:github']), ['the icon lucide:globe is gone']],
  ['nothing for icons of an older gateway, which lists none', (now) => (now.icons = []), []],
  [
    'a removed prop',
    (now) => delete now.islandProps['LatestPosts']!.properties['count'],
    ['the prop count of the island LatestPosts is gone'],
  ],
  [
    'the type of a prop',
    (now) => (now.islandProps['LatestPosts']!.properties['count'] = { type: 'string' }),
    ['the prop count of the island LatestPosts has another type'],
  ],
  [
    'a new required prop',
    (now) => (now.islandProps['LatestPosts']!.required = ['kind', 'count']),
    ['the island LatestPosts needs the prop count'],
  ],
  ['nothing for props that are no longer declared', (now) => (now.islandProps = {}), []],
  ['nothing for a new optional prop', (now) => (now.islandProps['LatestPosts']!.properties['more'] = {}), []],
  ['a removed place', (now) => (now.places = ['offers']), ["the place terms is not the app's any more"]],
];
test.each(LOSSES)('reports %s', (_, change, lines) => {
  const now = structuredClone(site);
  change(now);
  expect(contractLosses(site, now)).toEqual(lines);
});
