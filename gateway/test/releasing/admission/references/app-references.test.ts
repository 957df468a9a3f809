import { expect, test } from 'vitest';
import { referencesOf } from '../../../../src/releasing/admission/references/app-references.ts';
import { playedSite } from '../../../fixtures/played-site.ts';

const options = () => ({ pagesPerRoute: 2, signal: new AbortController().signal, pause: async () => {} });

test('what pages lead to is told once, with the first page and how many others', async () => {
  const html = '<a href="/a?x=1#y"><a href="b"><a href="https://site.example/a">';
  const site = playedSite({ docs: { pages: { '/docs': html, '/docs/two': html } } });
  expect(await referencesOf(site, 'docs', options())).toEqual([
    { kind: 'link', name: '/a', page: '/docs', more: 1 },
    { kind: 'link', name: '/b', page: '/docs', more: 0 },
    { kind: 'link', name: '/docs/b', page: '/docs/two', more: 0 },
  ]);
});

test.each([
  'https://elsewhere.example/a',
  '//elsewhere.example/a',
  'mailto:a@b.example',
  'tel:1',
  '#place',
  '?page=2',
  '',
  'http://[',
  'javascript:void(0)',
])('a link that leaves the site or stays on its page is none: %s', async (href) => {
  const site = playedSite({ docs: { pages: { '/docs': `<a href="${href}">` } } });
  expect(await referencesOf(site, 'docs', options())).toEqual([]);
});

test('of an app its pages and islands are read, of the shell its layout, and nothing of another app', async () => {
  const site = playedSite(
    {
      docs: { pages: { '/docs': '<a href="/of-docs">' }, islands: { Latest: '<a href="/of-island">' } },
      news: { pages: { '/news': '<a href="/of-news">' }, embeds: ['Latest', 'Latest'] },
    },
    { layout: '<a href="#main"><a href="/of-layout">' },
  );
  const told = async (app: string) =>
    (await referencesOf(site, app, options())).map(({ page, kind, name }) => `${page}: ${kind} ${name}`);
  expect(await told('docs')).toEqual(['/docs: link /of-docs', 'The island Latest: link /of-island']);
  expect(await told('news')).toEqual(['/news: island Latest', '/news: link /of-news']);
  expect(await told('shell')).toEqual(['The layout: link /of-layout']);
});

test('so many pages of a route are read, and none once the time is over', async () => {
  const pages = { '/docs/a': '<a href="/1">', '/docs/b': '<a href="/2">', '/docs/c': '<a href="/3">' };
  const site = playedSite({ docs: { pages, open: { '/docs/:slug': 404 } } });
  expect(await referencesOf(site, 'docs', options())).toHaveLength(2);
  expect(await referencesOf(site, 'docs', { ...options(), signal: AbortSignal.abort() })).toEqual([]);
});
