import { expect, test } from 'vitest';
import { linksIn, MOST_LINKS, referencesOf } from '../../../src/releasing/admission/references.ts';
import { playedSite } from '../../fixtures/played-site.ts';

const IN_TIME = new AbortController().signal;

test('each target is listed once, with the first page and the number of other pages', async () => {
  const html = '<a href="/a?x=1#y"><a href="b"><a href="https://site.example/a">';
  const site = playedSite({ docs: { pages: { '/docs': html, '/docs/two': html } } });
  expect(await referencesOf(site, 'docs', IN_TIME)).toEqual([
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
])('a link that leaves the site or stays on its page is ignored: %s', async (href) => {
  const site = playedSite({ docs: { pages: { '/docs': `<a href="${href}">` } } });
  expect(await referencesOf(site, 'docs', IN_TIME)).toEqual([]);
});

test('the pages and islands of an app are read, the layout of the shell, and nothing of another app', async () => {
  const site = playedSite(
    {
      docs: { pages: { '/docs': '<a href="/of-docs">' }, islands: { Latest: '<a href="/of-island">' } },
      news: { pages: { '/news': '<a href="/of-news">' }, embeds: ['Latest', 'Latest'] },
    },
    { layout: '<a href="#main"><a href="/of-layout">' },
  );
  const linesOf = async (app: string) =>
    (await referencesOf(site, app, IN_TIME)).map(({ page, kind, name }) => `${page}: ${kind} ${name}`);
  expect(await linesOf('docs')).toEqual(['/docs: link /of-docs', 'The island Latest: link /of-island']);
  expect(await linesOf('news')).toEqual(['/news: island Latest', '/news: link /of-news']);
  expect(await linesOf('shell')).toEqual(['The layout: link /of-layout']);
});

test('at most 50 pages of a route are read, and none after an abort', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`/docs/${at}`, `<a href="/${at}">`]),
  );
  const site = playedSite({ docs: { pages, open: { '/docs/:slug': 404 } } });
  expect(await referencesOf(site, 'docs', IN_TIME)).toHaveLength(50);
  expect(await referencesOf(site, 'docs', AbortSignal.abort())).toEqual([]);
});

const read = async (html: string): Promise<string[]> => linksIn(html, async () => {});

test.each<[string, string, string[]]>([
  [
    'as React writes it',
    '<p>See <a class="x" href="/blog?tag=a&amp;b=1#top">this</a></p>',
    ['/blog?tag=a&b=1#top'],
  ],
  ['in single quotes, without quotes and in capitals', `<A HREF='/one'></A><a\nhref=/two>`, ['/one', '/two']],
  ['behind similar attributes', `<a title="<a href='/no'>" data-href="/no" href="/yes">`, ['/yes']],
  ['only of an anchor', '<link href="/no"><area href="/no"><abbr href="/no"><a name="x">', []],
  ['once', '<a href="/a"></a><a href="/a"></a>', ['/a']],
  [
    'with entities of any kind',
    '<a href="&#x2F;a&#47;&quot;b&quot;&unknown;&#x110000;">',
    ['/a/"b"&unknown;&#x110000;'],
  ],
  ['not in a comment', '<!-- <a href="/no"> --><a href="/yes">', ['/yes']],
  [
    'not in a script, a style or a field',
    '<script>"<a href=/no>"</script><textarea><a href="/no"></textarea><a href="/yes">',
    ['/yes'],
  ],
  ['after a text with a <', '1 < 2 <a href="/yes">', ['/yes']],
  ['with an empty address', '<a href><a href="">', ['']],
  ['as empty when its quote is not closed', '<a href="/no', ['']],
])('a link is read %s', async (_, html, links) => {
  expect(await read(html)).toEqual(links);
});

test('the links of a page are limited in number, and a link that is too long is ignored', async () => {
  const many = Array.from({ length: MOST_LINKS + 5 }, (_, index) => `<a href="/${index}">`).join('');
  expect(await read(many)).toHaveLength(MOST_LINKS);
  expect(await read(`<a href="/${'x'.repeat(3_000)}"><a href="/a">`)).toEqual(['/a']);
});

test('at most 200 attributes of a tag are read', async () => {
  expect(await read(`<a${' x'.repeat(199)} href="/a">`)).toEqual(['/a']);
  expect(await read(`<a${' x'.repeat(200)} href="/a">`)).toEqual([]);
});

test.each([
  ['of text is read without a pause', `${'word '.repeat(400_000)}<a href="/a">`, 0, 0],
  ['of elements is read with pauses', '<p class="x">word</p>'.repeat(100_000), 100, 300],
  ['of empty tags is read with pauses', '<b>'.repeat(700_000), 300, 400],
  ['of one tag with endless attributes is not read', `<a${' x'.repeat(1_000_000)} href="/a">`, 0, 0],
])('a page of two million characters %s', async (_, html, least, most) => {
  let pauses = 0;
  await linksIn(html, async () => pauses++);
  expect(pauses).toBeGreaterThanOrEqual(least);
  expect(pauses).toBeLessThanOrEqual(most);
});

test.each([
  ['opens tags and closes none', '<a '.repeat(700_000)],
  ['opens quotes and closes none', `<a href="${'<a x='.repeat(400_000)}`],
  ['is one attribute', `<a ${'x'.repeat(2_000_000)}>`],
  ['is spaces in a tag', `<a${' '.repeat(2_000_000)}`],
  ['is spaces around an equals sign', `<a x${' '.repeat(1_000_000)}=${' '.repeat(1_000_000)}>`],
  ['is comments without an end', '<!--'.repeat(500_000)],
  ['is scripts without an end', '<script>'.repeat(250_000)],
])('a page of two million characters that %s is read to its end', async (_, html) => {
  expect((await read(html)).length).toBeLessThanOrEqual(1);
});
