import { expect, test } from 'vitest';
import { createDestinations } from '../../../src/releasing/admission/destinations.ts';
import { type PlayedApp, playedSite } from '../../fixtures/played-site.ts';

const DOCS: PlayedApp = {
  pages: { '/docs': 'home', '/docs/a-page': 'a', '/docs/b': 'b' },
  open: { '/docs/:slug': 404, '/docs/any/:name': 'any', '/docs/gone/:name': 410, '/docs/worse/:name': 500 },
  guarded: ['/docs/secret/:name'],
  rules: {
    '/docs/old': { redirect: '/docs/a-page' },
    '/docs/older/**': { redirect: '/docs/**' },
    '/docs/outside': { redirect: 'https://elsewhere.example/' },
    '/docs/nowhere': { redirect: '/docs/none/at/all' },
    '/docs/round': { redirect: '/docs/and-round' },
    '/docs/and-round': { redirect: '/docs/round' },
  },
  resources: ['/docs/feed.xml'],
  client: { 'cv.0000000003.pdf': 'pdf' },
  islands: { Latest: 'latest' },
};
DOCS.open!['/docs/secret/:name'] = 404;
const site = () => playedSite({ docs: { ...DOCS, guards: { door: '' } } });
const link = (name: string) => ({ kind: 'link', name }) as const;

test.each([
  ['a page', '/docs', true],
  ['a page in another spelling', '/DOCS//b/', true],
  ['a page that its route lists', '/docs/a-page', true],
  ['a page that its route does not list, and renders', '/docs/any/thing', true],
  ['a page that its route refuses', '/docs/typo', false],
  ['a page that answers 410', '/docs/gone/thing', false],
  ['a page that fails, which another check reports,', '/docs/worse/thing', true],
  ['a page behind a guard', '/docs/secret/thing', true],
  ['an unknown path', '/nobody', false],
  ['a path below a page', '/docs/a-page/more', false],
  ['a redirect', '/docs/old', true],
  ['a redirect of a group', '/docs/older/b', true],
  ['a redirect of a group to nothing', '/docs/older/b/c/d', false],
  ['a redirect to another site', '/docs/outside', true],
  ['a redirect to nothing', '/docs/nowhere', false],
  ['redirects in a circle', '/docs/round', false],
  ['a resource', '/docs/feed.xml', true],
  ['a file', '/assets/docs/cv.0000000003.pdf', true],
  ['an unknown file', '/assets/docs/cv.0000000004.pdf', false],
  ['an address of the gateway', '/sitemap.xml', true],
  ['a malformed path', '/docs/%E0%A4%A', false],
])('%s (%s) exists: %s', async (_, path, exists) => {
  expect(await createDestinations(site()).exists(link(path))).toBe(exists);
});

test.each([
  ['Latest', true],
  ['Earliest', false],
  ['constructor', false],
])('the island %s exists: %s', async (name, exists) => {
  expect(await createDestinations(site()).exists({ kind: 'island', name })).toBe(exists);
});

test('at most 20 unlisted pages are rendered; further ones count as existing', async () => {
  const served = site();
  const destinations = createDestinations(served);
  const found = [];
  for (let count = 0; count < 30; count++) found.push(await destinations.exists(link(`/docs/typo-${count}`)));
  expect(found.filter((exists) => !exists)).toHaveLength(20);
  expect(served.rendered).toHaveLength(20);
});

test('isNamed renders no page, and exists renders each page once', async () => {
  const served = site();
  const destinations = createDestinations(served);
  expect(await destinations.isNamed(link('/docs/any/thing'))).toBe(false);
  expect(served.rendered).toEqual([]);
  await destinations.exists(link('/docs/typo'));
  await destinations.exists(link('/docs/typo'));
  expect(served.rendered).toEqual(['/docs/typo']);
});
