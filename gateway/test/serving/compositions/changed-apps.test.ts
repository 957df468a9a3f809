import { expect, test } from 'vitest';
import { changedApps, purgedKeys } from '../../../src/serving/compositions/changed-apps.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { siteConfig } from '../../fixtures/site-config.ts';

const docs = (text = '') => remoteRelease({ app: 'docs', server: `module.exports = {}; // ${text}` });
const of = (releases: Parameters<typeof composed>[0], site = siteConfig()) =>
  composed(releases, site).composition;
const news = remoteRelease({ app: 'news' });
const before = of([shellRelease(), docs(), news]);

test.each([
  ['the first composition', of([shellRelease(), docs()]), undefined, ['docs', 'shell']],
  ['another release of an app', of([shellRelease(), docs('new'), news]), before, ['docs']],
  ['another shell', of([shellRelease({ server: '1' }), docs()]), before, ['docs', 'shell']],
  ['other settings', of([shellRelease(), docs()], siteConfig({ name: 'Other' })), before, ['docs', 'shell']],
  ['an app that left', of([shellRelease(), docs()]), before, []],
])('changedApps lists the apps whose pages may differ: %s', (_, next, previous, apps) => {
  expect(changedApps(next, previous).toSorted()).toEqual(apps);
});

const link = { place: 'docs', path: '/docs', label: 'Docs' };

test.each([
  ['an app has another release', of([shellRelease(), docs('new'), news]), before, ['docs', 'site.all']],
  ['an app left', of([shellRelease(), news]), before, ['docs', 'site.all']],
  ['an app was added', before, of([shellRelease(), news]), ['docs', 'site.all']],
  ['the shell changed', of([shellRelease({ server: '1' }), docs(), news]), before, ['shell', 'site.all']],
  [
    'a setting of the site changed',
    of([shellRelease(), docs(), news], siteConfig({ name: 'Other' })),
    before,
    ['shell', 'site.all'],
  ],
  [
    'a link in every header changed',
    { ...of([shellRelease(), docs('new'), news]), navigation: { header: [link], footer: [] } },
    before,
    ['shell', 'site.all'],
  ],
  ['the previous composition is unknown', before, undefined, ['shell', 'site.all']],
  ['the composition is the same', before, before, ['site.all']],
])('purgedKeys returns the keys of the affected pages when %s', (_, next, previous, keys) => {
  expect(purgedKeys(next, previous)).toEqual(keys);
});

test('purgedKeys returns the key of all pages when more than 20 apps change', () => {
  const apps = (mark: string) =>
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`app-${index}`, `${mark}${index}`]));
  const [old, next] = ['a', 'b'].map((mark) => ({ ...before, apps: { ...before.apps, ...apps(mark) } }));
  expect(purgedKeys(next!, old)).toEqual(['shell', 'site.all']);
});
