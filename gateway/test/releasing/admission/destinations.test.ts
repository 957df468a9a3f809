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
  ['one that its route refuses', '/docs/typo', false],
  ['one that is gone', '/docs/gone/thing', false],
  ['one that fails: that is told of elsewhere', '/docs/worse/thing', true],
  ['one behind a guard', '/docs/secret/thing', true],
  ['a path of nobody', '/nobody', false],
  ['a path below a page', '/docs/a-page/more', false],
  ['a redirect', '/docs/old', true],
  ['a redirect of a group', '/docs/older/b', true],
  ['a redirect of a group to nothing', '/docs/older/b/c/d', false],
  ['a redirect to another site', '/docs/outside', true],
  ['a redirect to nothing', '/docs/nowhere', false],
  ['redirects in a circle', '/docs/round', false],
  ['a resource', '/docs/feed.xml', true],
  ['a file', '/assets/docs/cv.0000000003.pdf', true],
  ['a file that is not there', '/assets/docs/cv.0000000004.pdf', false],
  ['what the gateway answers', '/sitemap.xml', true],
  ['what is no path', '/docs/%E0%A4%A', false],
])('%s (%s) is there: %s', async (_, path, there) => {
  expect(await createDestinations(site()).exists(link(path))).toBe(there);
});

test.each([
  ['Latest', true],
  ['Earliest', false],
  ['constructor', false],
])('an island is there when an app has it: %s %s', async (name, there) => {
  expect(await createDestinations(site()).exists({ kind: 'island', name })).toBe(there);
});

test('20 pages that are not listed are rendered; further ones count as existing', async () => {
  const served = site();
  const destinations = createDestinations(served);
  const found = [];
  for (let count = 0; count < 30; count++) found.push(await destinations.exists(link(`/docs/typo-${count}`)));
  expect(found.filter((there) => !there)).toHaveLength(20);
  expect(served.rendered).toHaveLength(20);
});

test('nothing is rendered when the list decides, and no target is looked up twice', async () => {
  const served = site();
  const destinations = createDestinations(served);
  expect(await destinations.isListed(link('/docs/any/thing'))).toBe(false);
  expect(served.rendered).toEqual([]);
  await destinations.exists(link('/docs/typo'));
  await destinations.exists(link('/docs/typo'));
  expect(served.rendered).toEqual(['/docs/typo']);
});
