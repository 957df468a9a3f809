import { expect, test } from 'vitest';
import { isForLater, takerOf, takesAway } from '../../../../src/releasing/admission/references/taken-away.ts';
import { type PlayedApp, playedSite } from '../../../fixtures/played-site.ts';

const BEFORE: PlayedApp = {
  pages: { '/docs': 'home', '/docs/a': 'a', '/docs/b': 'b' },
  open: { '/docs/:slug': 404 },
  resources: ['/docs/feed.xml'],
  islands: { Latest: 'latest' },
  rules: { '/docs/old': { redirect: '/docs' } },
};

test.each<[string, Partial<PlayedApp>, boolean]>([
  ['nothing', {}, false],
  ['the text of a page', { pages: { ...BEFORE.pages, '/docs': 'other' } }, false],
  ['a page more', { pages: { ...BEFORE.pages, '/docs/c': 'c' } }, false],
  ['a page of a pattern less', { pages: { '/docs': 'home', '/docs/a': 'a' } }, true],
  ['the pattern', { open: {} }, true],
  ['a resource', { resources: [] }, true],
  ['the name of an island', { islands: { Newest: 'latest' } }, true],
  ['a redirect', { rules: { '/docs/old': { redirect: '/docs/a' } } }, true],
])('a release that changes %s takes something away: %s', async (_, change, takes) => {
  const [live, candidate] = [playedSite({ docs: BEFORE }), playedSite({ docs: { ...BEFORE, ...change } })];
  expect(await takesAway(live, candidate, new Set(['docs']))).toBe(takes);
});

test('an app that was not live takes nothing away', async () => {
  expect(await takesAway(playedSite({}), playedSite({ docs: BEFORE }), new Set(['docs']))).toBe(false);
});

test.each([
  ['link', '/docs/a', 'docs'],
  ['link', '/docs/feed.xml', 'docs'],
  ['island', 'Latest', 'docs'],
  ['link', '/elsewhere', 'news'],
] as const)('a %s is taken away by the app that had it: %s by %s', (kind, name, taker) => {
  expect(takerOf(playedSite({ docs: BEFORE }), new Set(['news', 'docs']), { kind, name })).toBe(taker);
});

const WITH_PLACES = {
  change: (shell: { places?: unknown }) =>
    void (shell.places = { header: [{ place: 'news', app: 'news' }], footer: [] }),
};

test.each([
  ['a path of nobody', { kind: 'link', name: '/news/a' }, true],
  ['the first page of the site', { kind: 'link', name: '/' }, true],
  ['an island', { kind: 'island', name: 'Ticker' }, true],
  ['a path of an app that is there', { kind: 'link', name: '/docs/typo' }, false],
] as const)(
  'while an app is not there that the shell has a place for, %s may be of it: %s',
  (_, lost, later) => {
    expect(isForLater(playedSite({ docs: BEFORE }, WITH_PLACES), lost)).toBe(later);
    expect(isForLater(playedSite({ docs: BEFORE, news: { pages: {} } }, WITH_PLACES), lost)).toBe(false);
  },
);
