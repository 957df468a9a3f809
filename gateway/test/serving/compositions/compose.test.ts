import { describe, expect, test } from 'vitest';
import { compose } from '../../../src/serving/compositions/compose.ts';
import { composed } from '../../fixtures/composed.ts';
import { siteConfig } from '../../fixtures/site-config.ts';
import { remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';

const shell = shellRelease();
const docs = remoteRelease({
  routes: [
    { id: 'docs.item', path: '/docs/:item' },
    {
      id: 'docs.new',
      path: '/docs/new',
      css: ['client/new.css', 'client/docs.css'],
      fonts: ['client/a.woff2'],
    },
    { id: 'docs.staff', path: '/docs/staff', guards: ['staff'] },
  ],
  guards: { staff: '' },
  islands: { Latest: { css: ['client/latest.css'] } },
  rules: { '/docs/new': { cache: false }, '/docs/old': { redirect: '/docs/new' } },
  change: (release) => {
    release.client.css = ['client/docs.css'];
    release.resources = ['/docs/feed.xml'];
  },
});
const news = remoteRelease({ app: 'news' });
const site = siteConfig();

describe('the id of a composition', () => {
  const id = (releases = [shell, docs, news], of = site, at = 0): string =>
    compose(
      releases.map(({ release }) => release),
      of,
      at,
      sha256,
    ).id;

  test('is the same in whatever order the releases come, and whenever it is formed', () => {
    expect(id([news, docs, shell], site, 5)).toBe(id());
  });

  test.each([
    ['a release', id([shell, docs, remoteRelease({ app: 'news', client: { 'more.1.js': '' } })])],
    ['the apps', id([shell, docs])],
    ['the site', id(undefined, siteConfig({ SITE_NAME: 'Another' }))],
  ])('is another with another of %s', (_, other) => {
    expect(other).not.toBe(id());
  });
});

const { composition } = composed([news, shell, docs]);
const route = (id: string) => composition.routes.find((candidate) => candidate.id === id)!;

test('a route with a parameter comes after the ones it would hide', () => {
  const paths = composition.routes.map(({ path }) => path);
  expect(paths.indexOf('/docs/new')).toBeLessThan(paths.indexOf('/docs/:item'));
});

test('routes name browser addresses: a remote’s own stylesheets first, each once', () => {
  expect(route('docs.new')).toMatchObject({
    app: 'docs',
    js: ['/assets/docs/page.0000000002.js'],
    css: ['/assets/docs/docs.css', '/assets/docs/new.css'],
    fonts: ['/assets/docs/a.woff2'],
  });
  expect(route('docs.new')).not.toHaveProperty('budget');
  expect(route('docs.item')).not.toHaveProperty('fonts');
});

test('a route rendered ahead has a rule that says so, which the app’s own rule adds to; a guarded one has none', () => {
  expect(composition.rules).toEqual({
    '/docs/:item': { prerender: true },
    '/docs/new': { prerender: true, cache: false },
    '/docs/old': { redirect: '/docs/new' },
    '/news': { prerender: true },
  });
});

test('guards, islands and resources say which app has them', () => {
  expect(composition).toMatchObject({
    apps: { docs: docs.release.digest, news: news.release.digest, shell: shell.release.digest },
    guards: { staff: { app: 'docs', expose: './guards/staff' } },
    islands: { Latest: { app: 'docs', css: ['/assets/docs/latest.css'] } },
    resources: { '/docs/feed.xml': 'docs' },
  });
});
