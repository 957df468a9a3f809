import { expect, test } from 'vitest';
import { changedApps } from '../../../src/serving/compositions/changed-apps.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { siteConfig } from '../../fixtures/site-config.ts';

const docs = (text = '') => remoteRelease({ app: 'docs', server: `module.exports = {}; // ${text}` });
const of = (releases: Parameters<typeof composed>[0], site = siteConfig()) =>
  composed(releases, site).composition;
const before = of([shellRelease(), docs(), remoteRelease({ app: 'news' })]);

test.each([
  ['nothing before', of([shellRelease(), docs()]), undefined, ['docs', 'shell']],
  [
    'another release of an app',
    of([shellRelease(), docs('new'), remoteRelease({ app: 'news' })]),
    before,
    ['docs'],
  ],
  ['another shell', of([shellRelease({ server: '1' }), docs()]), before, ['docs', 'shell']],
  [
    'other settings',
    of([shellRelease(), docs()], siteConfig({ SITE_NAME: 'Other' })),
    before,
    ['docs', 'shell'],
  ],
  ['an app that left', of([shellRelease(), docs()]), before, []],
])('of %s, these apps may have other pages', (_, next, previous, apps) => {
  expect(changedApps(next, previous).toSorted()).toEqual(apps);
});
