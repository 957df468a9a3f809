import { expect, test } from 'vitest';
import {
  type Document,
  find,
  make,
  parsePage,
  removeScripts,
  retitle,
  serialize,
  setAttribute,
  setText,
} from '../src/page-html.ts';

const edit = (source: string, change: (document: Document) => void): string => {
  const document = parsePage(source);
  change(document);
  return serialize(document);
};

test('escapes inserted text and attributes', () => {
  const html = edit('<p id="x">old</p>', (document) => {
    const paragraph = find(document, ({ tagName }) => tagName === 'p')!;
    setText(paragraph, '<script>alert(1)</script>');
    setAttribute(paragraph, 'id', '"><img>');
  });
  expect(html).toContain('<p id="&quot;&gt;&lt;img&gt;">&lt;script&gt;alert(1)&lt;/script&gt;</p>');
});

test('removes an attribute and creates an element', () => {
  const html = edit('<main hidden></main>', (document) => {
    const main = find(document, ({ tagName }) => tagName === 'main')!;
    setAttribute(main, 'hidden', undefined);
    main.childNodes = [make('a', { href: '/?a&b' }, ['A ', make('b', {}, ['B'])])];
  });
  expect(html).toContain('<main><a href="/?a&amp;b">A <b>B</b></a></main>');
});

test('removes scripts and their preloads, but no styles and fonts', () => {
  const links = ['modulepreload', 'stylesheet'].map((rel) => `<link rel="${rel}" href="/x">`).join('');
  const preloads = ['script', 'font'].map((as) => `<link rel="preload" as="${as}" href="/y">`).join('');
  const html = edit(`<head>${links}${preloads}</head><script src="/z"></script>`, removeScripts);
  expect(html).not.toMatch(/<script|modulepreload|as="script"/);
  expect(html).toMatch(/rel="stylesheet".*as="font"/);
});

test('removes the metadata of the page for a new title', () => {
  const head =
    '<title>Old</title><link rel="canonical" href="/a"><link rel="icon" href="/i"><meta name="robots" content="x"><meta name="description" content="x"><meta property="og:title" content="x"><meta name="viewport" content="v">';
  const html = edit(`<head>${head}</head><svg><title>Drawing</title></svg>`, (document) =>
    retitle(document, (title) => `New ${title}`),
  );
  expect(html).toContain('<title>New Old</title>');
  expect(html).not.toMatch(/canonical|robots|description|og:title/);
  expect(html).toMatch(/rel="icon".*viewport.*<title>Drawing<\/title>/);
});
