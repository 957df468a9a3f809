import type { Places, Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { compose } from '../../../src/serving/compositions/compose.ts';
import { remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';
import { siteConfig } from '../../fixtures/site-config.ts';

const PLACES: Places = {
  header: [
    { place: 'news', app: 'news' },
    { place: 'docs', app: 'docs' },
  ],
  footer: [{ place: 'imprint', app: 'docs' }],
};
const shell = shellRelease({ change: (release) => Object.assign(release, { places: PLACES }) }).release;
const site = siteConfig();

/** A remote of one page, which fills the places named. */
function remote(app: string, path: string, labels: Record<string, string>): Release {
  const links = Object.entries(labels).map(([place, label]) => [place, { route: `${app}.home`, label }]);
  return remoteRelease({
    app,
    routes: [{ id: `${app}.home`, path }],
    change: (release) => Object.assign(release, { navigation: Object.fromEntries(links) }),
  }).release;
}

const docs = remote('docs', '/docs', { docs: 'Docs', imprint: 'Imprint' });
const news = remote('news', '/news', { news: 'News' });
const navigation = (...releases: Release[]) => compose([shell, ...releases], site, 0, sha256).navigation;

test('the links stand in the order of the places, with the path and the label of the app that fills each', () => {
  expect(navigation(docs, news)).toEqual({
    header: [
      { place: 'news', path: '/news', label: 'News' },
      { place: 'docs', path: '/docs', label: 'Docs' },
    ],
    footer: [{ place: 'imprint', path: '/docs', label: 'Imprint' }],
  });
});

test('a page that is moved and renamed in its own app takes its link along', () => {
  const moved = remote('news', '/journal', { news: 'Journal' });
  expect(navigation(docs, moved)?.header[0]).toEqual({ place: 'news', path: '/journal', label: 'Journal' });
  expect(navigation(docs, moved)?.header[1]).toEqual(navigation(docs, news)?.header[1]);
});

test.each([
  ['whose app is not there', [docs]],
  ['that its app leaves empty', [docs, remote('news', '/news', {})]],
  ['that another app fills', [docs, remote('extra', '/extra', { news: 'Mine' })]],
  ['that is named like a property of every object', [docs, remote('news', '/news', { constructor: 'x' })]],
])('a place %s is left out', (_, releases) => {
  expect(navigation(...releases)?.header.map(({ place }) => place)).toEqual(['docs']);
});

test('under a shell that names no places there is no navigation', () => {
  expect(compose([shellRelease().release, docs], site, 0, sha256).navigation).toBeUndefined();
});
