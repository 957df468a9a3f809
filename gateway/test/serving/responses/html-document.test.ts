import { describe, expect, test } from 'vitest';
import {
  type DocumentParts,
  type DocumentShell,
  documentTemplate,
  htmlDocument,
  iconUrl,
  inlineScriptDefect,
  inlineStylesheets,
  type TemplateParts,
} from '../../../src/serving/responses/html-document.ts';

const SHELL: DocumentShell = {
  bootstrap: 'start()',
  fonts: ['/assets/shell/a.woff2'],
  icon: '/assets/shell/favicon.svg',
  touchIcon: '/assets/shell/touch-icon.png',
  feeds: [{ title: 'Notes & more', href: 'https://site.test/blog/feed.xml' }],
  styles: new Map(),
};
const PARTS: DocumentParts & TemplateParts = {
  head: { title: 'Title', meta: [], links: [], jsonLd: [], lang: 'en' },
  importMap: '{"imports":{}}',
  stylesheets: ['/a.css', '/b.css', '/a.css'],
  body: ['<main>', Buffer.from('Page'), '</main>'],
  pageData: ['{"composition":', Buffer.from('"c"'), '}'],
};
const document = (shell: Partial<DocumentShell> = {}, parts: Partial<typeof PARTS> = {}): string => {
  const given = { ...PARTS, ...parts };
  return String(htmlDocument(documentTemplate({ ...SHELL, ...shell }, given), given));
};

test('orders the parts of a document by their use in the browser', () => {
  expect(document()).toBe(
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      '<title data-head>Title</title>' +
      '<link rel="preload" href="/assets/shell/a.woff2" as="font" type="font/woff2" crossorigin>' +
      '<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css">' +
      '<link rel="icon" href="/assets/shell/favicon.svg">' +
      '<link rel="apple-touch-icon" href="/assets/shell/touch-icon.png">' +
      '<link rel="alternate" type="application/atom+xml" title="Notes &amp; more" href="https://site.test/blog/feed.xml">' +
      '<script type="importmap">{"imports":{}}</script>' +
      '</head><body><div id="app"><main>Page</main></div>' +
      '<script type="application/json" id="page-data">{"composition":"c"}</script>' +
      '<script>start()</script></body></html>',
  );
});

test('writes no empty elements for a shell without scripts, and an empty icon', () => {
  const html = document(
    { bootstrap: '', icon: undefined, touchIcon: undefined, feeds: [], fonts: [] },
    { importMap: '' },
  );
  expect(html).not.toMatch(/importmap|<script>|preload|apple-touch|alternate/);
  expect(html).toContain('<link rel="icon" href="data:,">');
});

test('inlines stylesheets whose text the composition has, in their places', () => {
  const styles = new Map([['/a.css', { text: '.a>b{color:red}', hash: '' }]]);
  expect(document({ styles })).toContain(
    '<style data-href="/a.css">.a>b{color:red}</style><link rel="stylesheet" href="/b.css">',
  );
});

test('inlines a small icon, and links to a large one', () => {
  const svg = (size: number) => `<svg fill="#fff" d='a b'>${'x%'.repeat(size)}</svg>\n`;
  const url = iconUrl(Buffer.from(svg(2)), '/assets/shell/favicon.svg');
  expect(url).toMatch(/^data:image\/svg\+xml,[^"<>#]+$/);
  expect(decodeURIComponent(url.slice(url.indexOf(',') + 1))).toBe(svg(2).trim());
  expect(document({ icon: url })).toContain('<link rel="icon" href="data:image/svg+xml,%3Csvg');
  expect(iconUrl(Buffer.from(svg(300)), '/assets/shell/favicon.svg')).toBe('/assets/shell/favicon.svg');
});

describe('the values of a page', () => {
  test.each([
    ['a language', { head: { ...PARTS.head, lang: '"><script>' } }],
    ['a stylesheet', { stylesheets: ['"><script>'] }],
  ])('are escaped: %s with quotes', (_, parts) => {
    expect(document({ bootstrap: '' }, parts)).not.toContain('<script>');
  });
});

test.each([
  ['a</SCRIPT>', '</SCRIPT'],
  ['a<!--b', '<!--'],
  ['a < b', undefined],
])('finds in the script %s the text %s, which prevents inlining', (source, defect) => {
  expect(inlineScriptDefect(source)).toBe(defect);
});

test('limits a document to 8 inline stylesheets, so that an island with many does not lengthen the headers', () => {
  const many = Array.from({ length: 300 }, (_, index) => `/assets/blog/${index}.css`);
  const small = new Map(many.map((href) => [href, { text: '.a{}', hash: '' }]));
  expect([...inlineStylesheets(small, ['/assets/shell/styles.css', ...many, ...many]).keys()]).toEqual(
    many.slice(0, 8),
  );
});
