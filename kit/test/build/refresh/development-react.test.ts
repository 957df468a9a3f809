import { expect, it } from 'vitest';
import {
  exchangeReact,
  readReactFiles,
  type ReactFile,
} from '../../../src/build/refresh/development-react.ts';
import { sha256 } from '../../../src/packaging/sha256.ts';

const LIBRARY: ReactFile = {
  name: 'library/production.js',
  production: 'var other = require("other"), more = require("more"); exports.mode = "production";',
  development: 'exports.mode = process.env.NODE_ENV; exports.used = require("more") + require("other");',
};
const id = (name: string) => sha256(name).slice(0, 4);
const OTHERS = `"aaaa"(e){e.exports="other"},"bbbb"(e){e.exports="more"}`;
const chunk = (module: string) => `export const __webpack_esm_modules__={${module},${OTHERS}};`;

/** Evaluates a chunk as a page does. @returns the exports of the library's module */
async function evaluate(script: string): Promise<unknown> {
  const { __webpack_esm_modules__: factories } = (await import(
    `data:text/javascript,${encodeURIComponent(script)}`
  )) as { __webpack_esm_modules__: Record<string, (...parameters: unknown[]) => void> };
  const require = (name: string): unknown => {
    const module = { exports: {} };
    factories[name]!(module, module.exports, require);
    return module.exports;
  };
  return require(id(LIBRARY.name));
}

it.each([
  ['a method', `"${id(LIBRARY.name)}"(e,t,n){var r=n("aaaa"),l=n("bbbb");t.mode="production"}`],
  [
    'a function',
    `${JSON.stringify(id(LIBRARY.name))}:function(e,t,$){var r=$("aaaa"),l=$("bbbb");t.mode="p"}`,
  ],
  ['an arrow', `"${id(LIBRARY.name)}":(e,t,n)=>{var r=n("aaaa"),l=n("bbbb");t.mode="production"}`],
])('replaces a module that is written as %s, and preserves its imports', async (_, module) => {
  const script = exchangeReact(chunk(module), [LIBRARY])!;
  expect(await evaluate(script)).toEqual({ mode: 'development', used: 'moreother' });
});

it.each([
  ['has no such module', chunk('"cccc"(e,t,n){}')],
  ['imports less than the module does', chunk(`"${id(LIBRARY.name)}"(e,t,n){var r=n("aaaa")}`)],
  ['has another module with the same prefix', chunk(`"${id(LIBRARY.name)}0000"(e,t,n){}`)],
])('leaves a script unchanged that %s', (_, script) => {
  expect(exchangeReact(script, [LIBRARY])).toBeUndefined();
});

it('lists the files of React that differ', () => {
  const files = readReactFiles();
  expect(files.map(({ name }) => name)).toContain('react-dom/cjs/react-dom-client.production.js');
  expect(files.find(({ name }) => name.includes('dom-client'))!.development).toContain('scheduleRefresh');
});
