import { expect, test } from 'vitest';
import { checkStylesheet, MAX_STYLESHEET } from '../../src/packaging/check-stylesheet.ts';
import { scopePrelude } from '../../src/contract/page/style-scope.ts';

const source = (css: string) => checkStylesheet(css, { app: 'blog', stage: 'source' });
const built = (css: string) =>
  checkStylesheet(`@layer remotes.blog {${css}}`, { app: 'blog', stage: 'built' });

test.each([
  'header{display:none} h1{color:red}',
  '.blog_a + h1{}',
  '.blog_a ~ .x h1{}',
  ':is(.blog_a, header){}',
  ':not(.blog_a){}',
  'header:has(~ main .blog_a){}',
  ':where(.blog_a){}',
  '.blogx_a{}',
  '.blog-x_a{}',
  '@import "x.css";',
  '@page{margin:0}',
  '@font-face{font-family:Archivo;src:url(x)}',
  '@keyframes slice-up{}',
  '@keyframes "slice-up"{}',
  '@layer layout{h1{}}',
  '.blog_a{& + h1{}}',
  '.blog_a{:not(&) {color:red}}',
  '.blog_a{+ h1{}}',
  '@scope (html){h1{}}',
  '.blog_a{h1:hover{color:red} ~ header{color:red}}',
  '\\62log_a{}',
  '.blog_a, h1{}',
  'h1, .blog_a{}',
  '<!-- h1{} -->',
  '.blog_a{}}h1{}',
  '@media print{h1{}}',
  '@container sidebar (width>1px){.blog_a{}}',
  '.blog_a{container:layout/inline-size}',
  '.blog_a{--x:{} h1{}}',
  '@namespace a url(x);',
  '@view-transition{navigation:auto}',
  '.blog_a || h1{}',
  '*{}',
  '[class*=blog_]{}',
  '&{}',
  '@layer x; h1{}',
  '.blog_a{color:red;}h1{',
  '@charset "utf-8";',
  '@supports (display:grid){body{}}',
  '@media print{@page{}}',
])('rejects %s, which affects elements outside the app', (css) => {
  expect(source(css).length).toBeGreaterThan(0);
  expect(built(css).length).toBeGreaterThan(0);
});

test.each([
  '.blog_a{color:red}',
  '.blog_a h1 + p{}',
  'header .blog_a{}',
  '.blog_a > *{}',
  '.blog_a:hover::before{}',
  '.blog_a{&:hover{color:red} & h1{}}',
  '@media (width >= 64rem){.blog_a{}}',
  '@keyframes blog_k{from{opacity:0}to{opacity:1}}',
  '@font-face{font-family:"blog_Sans";src:url(x)}',
  '@property --blog_x{syntax:"*";inherits:true}',
  '@property --ink{syntax:"*";inherits:true}',
  '@container (width>1px){.blog_a{}}',
  '@supports (display:grid){.blog_a{}}',
  '.blog_a{--x: 1px; content:"{" / ""}',
  '.blog_a:is(a,b){}',
  '.blog_a{color:oklch(0.5 0.1 20 / 0.4)}',
  '@media print and (min-width:1px){.blog_a{}}',
  '@container blog_side (width>1px){.blog_a{}}',
  '@starting-style{.blog_a{}}',
  '@container style(--x:1){.blog_a{}}',
  '@layer a, b;',
  '@supports (not (display:grid)) or (color:red){.blog_a{}}',
  '.blog_a{filter:progid:DX.gradient(startColorstr="#1");*zoom:1}',
  '@-webkit-keyframes blog_k{from{opacity:0}}',
])('accepts %s', (css) => {
  expect(built(css)).toEqual([]);
});

test('accepts local classes and keyframes in a CSS module, and rejects global selectors', () => {
  const module = (css: string) => checkStylesheet(css, { app: 'blog', stage: 'module' });
  expect(module('.a h1 {} @keyframes move { to { opacity: 0 } } .a :global(.hljs-x) {}')).toEqual([]);
  for (const css of [':global(.x) {}', ':global .x {}', 'h1 {}', '.a + h1 {}'])
    expect(module(css)).toHaveLength(1);
});

test('rejects a built rule outside the layer of its app', () => {
  const check = (css: string) => checkStylesheet(css, { app: 'blog', stage: 'built' });
  for (const css of [
    '.blog_a {}',
    '@layer layout { .blog_a {} }',
    '@layer remotes.shop { .blog_a {} }',
    '@layer layout, remotes;',
  ])
    expect(check(css)).toHaveLength(1);
});

test('reports the line and the selector', () => {
  expect(source('.blog_a {}\n\nheader, .blog_b {}')).toMatchObject([
    { line: 3, reason: expect.stringContaining('the selector header ') },
  ]);
});

test.each([
  ['nested blocks', '@media x{'.repeat(7_000)],
  ['nested brackets', `.blog_a{width:${'('.repeat(60_000)}`],
  ['nested selectors', ':is('.repeat(15_000)],
  ['a stylesheet over the limit', ' '.repeat(MAX_STYLESHEET + 1)],
  ['many rules', 'h1{}'.repeat(15_000)],
])('reports at most 20 issues of %s', (_, css) => {
  const issues = source(css);
  expect([issues.length > 0, issues.length <= 20]).toEqual([true, true]);
});

const inScope = (css: string, prelude = scopePrelude('blog')) =>
  built(`@scope ${prelude} {${css}}`).map(({ reason }) => reason);

test.each([
  'h1, header + p, * { color: red }',
  ':scope { color: red } & h1 { color: red }',
  '@media print { body { margin: 0 } }',
  '@scope (.card) to (.inner) { img { width: 1px } }',
  '.a { &:hover h1 { color: red } }',
])('accepts any selector in the scope of the app: %s', (css) => {
  expect(inScope(css)).toEqual([]);
});

test.each([
  ['another scope', 'h1{}', '(html)'],
  ['the scope of another app', 'h1{}', scopePrelude('shop')],
  ['the scope of the app with another end', 'h1{}', scopePrelude('blog').replace(/ to .*$/, '')],
  ['no prelude', 'h1{}', ''],
  ['a rule behind the scope', '}h1{', undefined],
  ['an animation for all in the scope', '@keyframes fade{}', undefined],
  ['a font for all in the scope', '@font-face{font-family:Inter;src:url(x)}', undefined],
  ['an import in the scope', '@import "x.css";', undefined],
])('rejects %s', (_, css, prelude) => {
  expect(inScope(css, prelude)).not.toEqual([]);
});
