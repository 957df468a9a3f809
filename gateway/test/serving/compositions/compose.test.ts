import { describe, expect, test } from 'vitest';
import { compose } from '../../../src/serving/compositions/compose.ts';
import { composed } from '../../fixtures/composed.ts';
import { siteConfig } from '../../fixtures/site-config.ts';
import { remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';
import type { Places, Release } from '@voltframe/kit/contract/release/release';

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

  test('does not depend on the order of the releases or on the time', () => {
    expect(id([news, docs, shell], site, 5)).toBe(id());
  });

  test.each([
    ['the releases', id([shell, docs, remoteRelease({ app: 'news', client: { 'more.1.js': '' } })])],
    ['the apps', id([shell, docs])],
    ['the site', id(undefined, siteConfig({ name: 'Another' }))],
  ])('depends on %s', (_, other) => {
    expect(other).not.toBe(id());
  });
});

const { composition } = composed([news, shell, docs]);
const route = (id: string) => composition.routes.find((candidate) => candidate.id === id)!;

test('a route with a parameter follows the routes that it would hide', () => {
  const paths = composition.routes.map(({ path }) => path);
  expect(paths.indexOf('/docs/new')).toBeLessThan(paths.indexOf('/docs/:item'));
});

test('routes have the addresses of files, the stylesheets of the remote first, each once', () => {
  expect(route('docs.new')).toMatchObject({
    app: 'docs',
    js: ['/assets/docs/page.0000000002.js'],
    css: ['/assets/docs/docs.css', '/assets/docs/new.css'],
    fonts: ['/assets/docs/a.woff2'],
  });
  expect(route('docs.new')).not.toHaveProperty('budget');
  expect(route('docs.item')).not.toHaveProperty('fonts');
});

test('a prerendered route has a rule, merged with the rule of the app, and a guarded route has none', () => {
  expect(composition.rules).toEqual({
    '/docs/:item': { prerender: true },
    '/docs/new': { prerender: true, cache: false },
    '/docs/old': { redirect: '/docs/new' },
    '/news': { prerender: true },
  });
});

test('guards, islands and resources name their app', () => {
  expect(composition).toMatchObject({
    apps: { docs: docs.release.digest, news: news.release.digest, shell: shell.release.digest },
    guards: { staff: { app: 'docs', expose: './guards/staff' } },
    islands: { Latest: { app: 'docs', css: ['/assets/docs/latest.css'] } },
    resources: { '/docs/feed.xml': 'docs' },
  });
});

describe('navigation', () => {
  const PLACES: Places = {
    header: [
      { place: 'news', app: 'news' },
      { place: 'docs', app: 'docs' },
    ],
    footer: [{ place: 'imprint', app: 'docs' }],
  };
  const ownShell = shellRelease({ change: (release) => Object.assign(release, { places: PLACES }) }).release;

  /** A remote of one page, which fills the places named. */
  function remote(app: string, path: string, labels: Record<string, string>): Release {
    const links = Object.entries(labels).map(([place, label]) => [place, { route: `${app}.home`, label }]);
    return remoteRelease({
      app,
      routes: [{ id: `${app}.home`, path }],
      change: (release) => Object.assign(release, { navigation: Object.fromEntries(links) }),
    }).release;
  }

  const ownDocs = remote('docs', '/docs', { docs: 'Docs', imprint: 'Imprint' });
  const ownNews = remote('news', '/news', { news: 'News' });
  const navigation = (...releases: Release[]) => compose([ownShell, ...releases], site, 0, sha256).navigation;

  test('orders links by their places, with path and label of the app', () => {
    expect(navigation(ownDocs, ownNews)).toEqual({
      header: [
        { place: 'news', path: '/news', label: 'News' },
        { place: 'docs', path: '/docs', label: 'Docs' },
      ],
      footer: [{ place: 'imprint', path: '/docs', label: 'Imprint' }],
    });
  });

  test.each([
    ['whose app is missing', [ownDocs]],
    ['that its app leaves empty', [ownDocs, remote('news', '/news', {})]],
    ['that another app fills', [ownDocs, remote('extra', '/extra', { news: 'Mine' })]],
    ['with the name of an inherited property', [ownDocs, remote('news', '/news', { constructor: 'x' })]],
  ])('leaves out a place %s', (_, releases) => {
    expect(navigation(...releases)?.header.map(({ place }) => place)).toEqual(['docs']);
  });

  test('an open place has the link of the first app by name that fills it', () => {
    const places = { header: [{ place: 'news', app: '*' }], footer: [] };
    const open = shellRelease({ change: (release) => Object.assign(release, { places }) }).release;
    const labels = (...releases: Release[]) =>
      compose([open, ...releases], site, 0, sha256).navigation?.header.map(({ label }) => label);
    expect(labels(ownDocs)).toEqual([]);
    expect(labels(ownNews, ownDocs)).toEqual(['News']);
    expect(labels(remote('wiki', '/wiki', { news: 'Mine' }), ownNews)).toEqual(['News']);
  });

  test('is undefined when the shell has no places', () => {
    expect(compose([shellRelease().release, ownDocs], site, 0, sha256).navigation).toBeUndefined();
  });
});
