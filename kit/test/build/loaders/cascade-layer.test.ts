import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

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
    "the shell's design under every page",
    'a{}',
    'shell',
    'src/design/page.css',
    `${ORDER}@layer base {\na{}\n}\n`,
  ],
  [
    "the shell's layout above them",
    '.a{}',
    'shell',
    'src/layout/a.css',
    `${ORDER}@layer layout {\n.a{}\n}\n`,
  ],
])('puts %s', (_, css, app, file, expected) => {
  expect(load(css, app, file)).toBe(expected);
});

test.each([
  [
    'takes comments out, wherever they are',
    `/* it's "one" */.a{/**/color:red/* two\nlines */}`,
    '.a{color:red}',
  ],
  [
    'takes nothing out of a string or an address',
    `.a{content:"/* \\" */";quotes:'/*' '*/';background:url(data:,/*a*/)}`,
    `.a{content:"/* \\" */";quotes:'/*' '*/';background:url(data:,/*a*/)}`,
  ],
])('%s', (_, css, expected) => {
  expect(load(css)).toBe(`@layer remotes.blog {\n${expected}\n}\n`);
});

test('refuses what reaches beyond the app, and names file and line', () => {
  expect(() => load('.a{}\nheader{display:none}')).toThrow(/a\.module\.css:2: /);
});
