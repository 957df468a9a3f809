import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const cascadeLayer = createRequire(import.meta.url)('../../../src/build/loaders/cascade-layer.cjs') as (
  this: { getOptions(): { app: string } },
  source: string,
) => string;
const load = (css: string): string => cascadeLayer.call({ getOptions: () => ({ app: 'blog' }) }, css);

it.each([
  ["puts a stylesheet into its app's layer", 'a{}', '@layer blog {\na{}\n}\n'],
  ['leaves a stylesheet that places itself', '/* Order. */\n@layer reset, shell;', '\n@layer reset, shell;'],
  [
    'takes comments out, wherever they are',
    `/* it's "one" */a{/**/color:red/* two
lines */}`,
    '@layer blog {\na{color:red}\n}\n',
  ],
  [
    'takes nothing out of a string or an address',
    `a{content:"/* \\" */";quotes:'/*' '*/';background:url(data:,/*a*/)}`,
    `@layer blog {\na{content:"/* \\" */";quotes:'/*' '*/';background:url(data:,/*a*/)}\n}\n`,
  ],
])('%s', (_, css, expected) => {
  expect(load(css)).toBe(expected);
});
