import { expect, it } from 'vitest';
import { foreignFiles } from '../../src/packaging/foreign-files.ts';

it.each([
  ['.a{background:url(https://images.example/a.png)}', 'file https://images.example/a.png', 'img-src'],
  [".a{background:url( 'http://images.example/a.png' )}", 'file http://images.example/a.png', 'img-src'],
  ['.a{--ground:url("//images.example/a.png")}', 'file //images.example/a.png', 'img-src'],
  ['@media print{.a{& b{mask:url(https://b.example/m.svg#a)}}}', 'file https://b.example/m.svg#a', 'img-src'],
  ['.a{background:image-set("https://b.example/a.png" 1x)}', 'file https://b.example/a.png', 'img-src'],
  ['.a{background:-webkit-image-set("//b.example/a" 1x)}', 'file //b.example/a', 'img-src'],
  ['@font-face{font-family:blog_a;src:url(https://f.example/a.woff2)}', 'font https://f.example/a.woff2', ''],
])('refuses %s with its line', (css, what, declare) => {
  expect(foreignFiles(`.b{color:red}\n${css}`, [])).toEqual([
    { line: 2, reason: expect.stringContaining(`the ${what} of another site`) },
  ]);
  expect(foreignFiles(css, [])[0]!.reason).toContain(declare);
});

it.each([
  '.a{background:url(/assets/blog/a.png)}',
  '.a{background:url(a.png) url(../b.png) url(#c)}',
  `.a{background:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E")}`,
  '.a::before{content:"https://site.example"}',
  '.a{background:image-set("/assets/blog/a.png" 1x type("https://b.example"))}',
  '/* url(https://images.example/a.png) */.a{color:red}',
])('accepts %s', (css) => {
  expect(foreignFiles(css, [])).toEqual([]);
});

it.each([
  ['https://images.example', true],
  ['https://*.example', true],
  ['https://other.example', false],
  ['https://*.images.example', false],
])('accepts a picture of https://images.example where %s is declared: %s', (source, accepted) => {
  const issues = foreignFiles('.a{background:url(https://images.example/a.png)}', [source]);
  expect(issues.length === 0).toBe(accepted);
});

it('refuses a font also where its origin is declared for pictures', () => {
  const css = '@font-face{src:url(https://images.example/a.woff2)}';
  expect(foreignFiles(css, ['https://images.example'])).toHaveLength(1);
});

it('reports at most 20 files', () => {
  expect(foreignFiles('.a{background:url(//b.example/a)}'.repeat(30), [])).toHaveLength(20);
});
