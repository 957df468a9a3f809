import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scopePrelude } from '../../../src/contract/page/style-scope.ts';

type Loader = (this: { getOptions(): { app: string }; resourcePath: string }, source: string) => string;

const cascadeLayer = createRequire(import.meta.url)('../../../src/build/loaders/cascade-layer.cjs') as Loader;
const load = (css: string, app = 'blog', file = 'src/a.module.css'): string =>
  cascadeLayer.call({ getOptions: () => ({ app }), resourcePath: path.resolve(file) }, css);
const ORDER = '@layer base, remotes, layout;\n';

test.each([
  [
    "a remote's stylesheet into the layer of its app",
    '.a{}',
    'blog',
    'a.module.css',
    '@layer remotes.blog {\n.a{}\n}\n',
  ],
  [
    "the shell's design into the layer below pages",
    'a{}',
    'shell',
    'src/design/page.css',
    `${ORDER}@layer base {\na{}\n}\n`,
  ],
  [
    "the shell's layout into the layer above pages",
    '.a{}',
    'shell',
    'src/layout/a.css',
    `${ORDER}@layer layout {\n.a{}\n}\n`,
  ],
])('puts %s', (_, css, app, file, expected) => {
  expect(load(css, app, file)).toBe(expected);
});

test.each([
  ['removes comments anywhere', `/* it's "one" */.a{/**/color:red/* two\nlines */}`, '.a{color:red}'],
  [
    'preserves comment characters in strings and addresses',
    `.a{content:"/* \\" */";quotes:'/*' '*/';background:url(data:,/*a*/)}`,
    `.a{content:"/* \\" */";quotes:'/*' '*/';background:url(data:,/*a*/)}`,
  ],
])('%s', (_, css, expected) => {
  expect(load(css)).toBe(`@layer remotes.blog {\n${expected}\n}\n`);
});

test('limits a stylesheet with other selectors than those of its classes to the app', () => {
  const prelude = scopePrelude('blog').replaceAll(/#\w+/g, ':global($&)');
  expect(load('.a{}\nh1{color:red}')).toContain(`@scope ${prelude}`);
  expect(load('h1{color:red}', 'blog', 'src/a.css')).toContain(`@scope ${scopePrelude('blog')}`);
});

test.each([
  ['.a{}', `@import './b.css';\n@import url(tool/c.css) ;\n.a{}`],
  ['h1{}', '@import "./b.css";\n@IMPORT "tool/c.css";\nh1{}'],
])('leaves imports of other stylesheets before the layer, because they get their own: %s', (_, css) => {
  const [first, second, third] = load(css).split('\n');
  expect([first, second, third]).toEqual([
    '@import "./b.css";',
    '@import "tool/c.css";',
    '@layer remotes.blog {',
  ]);
  expect(load(css).match(/@import/gi)).toHaveLength(2);
});

test.each([
  [
    '@import url(https://fonts.example/a.css);',
    /a\.module\.css:2: https:\/\/fonts\.example\/a\.css is of another site/,
  ],
  ['@import "//fonts.example/a.css";', /:2: \/\/fonts\.example\/a\.css is of another site/],
  ['@import "./b.css" layer(b);', /:2: @import "\.\/b\.css" layer\(b\) has conditions/],
  ['@import "./b.css" print;\n@page{}', /:2: @import "\.\/b\.css" print has conditions/],
  ['@import "./b.css";\n@page{}', /:3: @page is for the whole site/],
  ['@page{margin:0}', /a\.module\.css:2: @page is for the whole site/],
  ['html{font-size:62.5%}', /a\.module\.css:2: font-size of the root element changes rem/],
  ['h1{', /a\.module\.css:2: it does not parse: Unclosed block/],
])('rejects %s, with file and line', (css, reason) => {
  expect(() => load(`.a{}\n${css}`)).toThrow(reason);
});

test.each([
  '@value red: #f00',
  "@value red, blue as sky from './colors.module.css'",
  ':export { red: #f00 }',
])(
  'leaves %s of a CSS module before the layer, where css-loader reads it, and each line in its place',
  (value) => {
    const end = value.startsWith('@') ? ';' : '';
    expect(load(`${value}${end}\n.a{color:red}\n.b{}`)).toBe(
      `${value}${end}\n@layer remotes.blog {\n${' '.repeat(`${value}${end}`.length)}\n.a{color:red}\n.b{}\n}\n`,
    );
  },
);

test('refuses @value outside of a CSS module', () => {
  expect(() => load('@value red: #f00;', 'blog', 'src/a.css')).toThrow(
    'src/a.css:1: @value is for the whole',
  );
});
