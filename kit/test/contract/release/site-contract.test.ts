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
  places: { header: [{ place: 'blog', app: 'blog' }], footer: [{ place: 'terms', app: 'legal' }] },
  shared: { provides: { react: '19.3.1', '@voltframe/kit/react': '1.0.0' }, requires: {} },
} as unknown as Release;

test('an app counts on what the others have, and on the places that it is to fill', () => {
  expect(siteContract(composition, shell, STYLES, 'legal', ICONS)).toEqual({
    pages: { '/': 'marketing', '/blog/:slug': 'blog' },
    resources: { '/blog/feed.xml': 'blog' },
    islands: { LatestPosts: 'blog', Loose: 'blog' },
    islandProps: { LatestPosts: PROPS },
    guards: { members: 'blog' },
    places: ['terms'],
    shared: { '@voltframe/kit/react': '1.0.0', react: '19.3.1' },
    tokens: ['--ink', '--mono', '--s1'],
    icons: ICONS,
  });
});

test('the same site gives the same text, in whatever order it comes', () => {
  const turned = { ...composition, routes: composition.routes.toReversed() };
  const text = (of: Composition) => JSON.stringify(siteContract(of, shell, STYLES, 'legal'));
  expect(text(turned)).toBe(text(composition));
});

test('a shell that names no places gives none', () => {
  expect(siteContract(composition, { ...shell, places: undefined } as never, [], 'legal').places).toEqual([]);
});

const site = siteContract(composition, shell, STYLES, 'legal', ICONS);
const LOSSES: [what: string, change: (now: SiteContract) => void, lines: string[]][] = [
  ['nothing, where nothing changed', () => {}, []],
  ['nothing of what was added', (now) => (now.pages['/new'] = 'blog'), []],
  ['a page that is gone', (now) => delete now.pages['/blog/:slug'], ['the page /blog/:slug of blog is gone']],
  [
    'a page of another app now',
    (now) => (now.pages['/'] = 'shell'),
    ["the page / is shell's, was marketing's"],
  ],
  ['an island', (now) => delete now.islands['LatestPosts'], ['the island LatestPosts of blog is gone']],
  ['a guard', (now) => delete now.guards['members'], ['the guard members of blog is gone']],
  ['a resource', (now) => (now.resources = {}), ['the resource /blog/feed.xml of blog is gone']],
  ['nothing, of a minor of a shared module', (now) => (now.shared['react'] = '19.4.0'), []],
  [
    'another major of a shared module',
    (now) => (now.shared['react'] = '20.0.0'),
    ['the shared module react is 20.0.0, was 19.3.1'],
  ],
  ['a shared module', (now) => delete now.shared['react'], ['the shared module react is gone']],
  ['a design token', (now) => (now.tokens = ['--mono', '--s1']), ['the design token --ink is gone']],
  ['an icon', (now) => (now.icons = ['simple-icons:github']), ['the icon lucide:globe is gone']],
  ['nothing of icons, where a gateway of before does not say which it has', (now) => (now.icons = []), []],
  [
    'a prop',
    (now) => delete now.islandProps['LatestPosts']!.properties['count'],
    ['the prop count of the island LatestPosts is gone'],
  ],
  [
    'the type of a prop',
    (now) => (now.islandProps['LatestPosts']!.properties['count'] = { type: 'string' }),
    ['the prop count of the island LatestPosts has another type'],
  ],
  [
    'that a prop may be left out',
    (now) => (now.islandProps['LatestPosts']!.required = ['kind', 'count']),
    ['the island LatestPosts needs the prop count'],
  ],
  ['nothing, where props are not declared any more', (now) => (now.islandProps = {}), []],
  [
    'nothing, where there is one more that may be left out',
    (now) => (now.islandProps['LatestPosts']!.properties['more'] = {}),
    [],
  ],
  ['a place', (now) => (now.places = []), ["the place terms is not the app's any more"]],
];
test.each(LOSSES)('says of what the site has taken away: %s', (_, change, lines) => {
  const now = structuredClone(site);
  change(now);
  expect(contractLosses(site, now)).toEqual(lines);
});
