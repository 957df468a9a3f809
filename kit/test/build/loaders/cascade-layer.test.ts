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
  expect(load('.a{}\nh1{color:red}')).toContain(`@scope ${scopePrelude('blog')}`);
});

test.each([
  ['@page{margin:0}', /a\.module\.css:2: @page is for the whole site/],
  ['html{font-size:62.5%}', /a\.module\.css:2: font-size of the root element changes rem/],
  ['h1{', /a\.module\.css:2: it does not parse: Unclosed block/],
])('rejects %s, with file and line', (css, reason) => {
  expect(() => load(`.a{}\n${css}`)).toThrow(reason);
});
