import { expect, test } from 'vitest';
import type { Composition } from '../../../src/contract/release/composition.ts';
import type { Release } from '../../../src/contract/release/release.ts';
import {
  contractLosses,
  type SiteContract,
  siteContract,
} from '../../../src/contract/release/site-contract.ts';

const composition = {
  routes: [
    { app: 'legal', path: '/terms' },
    { app: 'blog', path: '/blog/:slug' },
    { app: 'marketing', path: '/' },
  ],
  resources: { '/blog/feed.xml': 'blog', '/terms.txt': 'legal' },
  islands: { LatestPosts: { app: 'blog', css: [] }, TermsNote: { app: 'legal', css: [] } },
  guards: { members: { app: 'blog', expose: './guards/members' } },
} as unknown as Composition;
const shell = {
  places: { header: [{ place: 'blog', app: 'blog' }], footer: [{ place: 'terms', app: 'legal' }] },
  shared: { provides: { react: '19.3.1', '@voltframe/kit/react': '1.0.0' }, requires: {} },
} as unknown as Release;

test('an app counts on what the others have, and on the places that it is to fill', () => {
  expect(siteContract(composition, shell, 'legal')).toEqual({
    pages: { '/': 'marketing', '/blog/:slug': 'blog' },
    resources: { '/blog/feed.xml': 'blog' },
    islands: { LatestPosts: 'blog' },
    guards: { members: 'blog' },
    places: ['terms'],
    shared: { '@voltframe/kit/react': '1.0.0', react: '19.3.1' },
  });
});

test('the same site gives the same text, in whatever order it comes', () => {
  const turned = { ...composition, routes: composition.routes.toReversed() };
  const text = (of: Composition) => JSON.stringify(siteContract(of, shell, 'legal'));
  expect(text(turned)).toBe(text(composition));
});

test('a shell that names no places gives none', () => {
  expect(siteContract(composition, { ...shell, places: undefined } as never, 'legal').places).toEqual([]);
});

const site = siteContract(composition, shell, 'legal');
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
  [
    'another version of a shared module',
    (now) => (now.shared['react'] = '20.0.0'),
    ['the shared module react is 20.0.0, was 19.3.1'],
  ],
  ['a shared module', (now) => delete now.shared['react'], ['the shared module react is gone']],
  ['a place', (now) => (now.places = []), ["the place terms is not the app's any more"]],
];
test.each(LOSSES)('says of what the site has taken away: %s', (_, change, lines) => {
  const now = structuredClone(site);
  change(now);
  expect(contractLosses(site, now)).toEqual(lines);
});
