import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resolveToProxies, writeProxies } from '../../../src/build/federation/library-proxies.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const DIGEST = 'a'.repeat(64);
const esm = { resource: '/ui/index.js', isEsm: true, styles: ['/ui/button.css'] };
const commonJs = { resource: '/query/index.cjs', isEsm: false, styles: [] };

it('writes a proxy for each module, with the exports of the file and the stylesheets of the module', () => {
  const proxies = writeProxies(temporaryFolder(), DIGEST, [esm, commonJs]);
  const text = (resource: string) => readFileSync(proxies.get(resource)!, 'utf8');
  expect(text('/ui/index.js')).toContain(`import "/ui/button.css";`);
  expect(text('/ui/index.js')).toContain(`export * from './library.${DIGEST}.0.cjs';`);
  expect(text('/query/index.cjs')).toBe(
    `module.exports = __webpack_require__.libraries["/assets/-/${DIGEST}.js"](1);\n`,
  );
});

it('resolves a module with its query to its proxy, and no other one', () => {
  let tapped = (_: object, __: object, done: () => void): void => done();
  const hook = { tapAsync: (_: string, tap: typeof tapped) => void (tapped = tap) };
  const plugin = resolveToProxies(new Map([['/ui/icon.svg?react', '/proxy.mjs']]));
  (plugin as { apply(resolver: object): void }).apply({ getHook: () => hook });
  const resolved = (path: string, query: string): object => {
    const request = { path, query };
    tapped(request, {}, () => {});
    return request;
  };
  expect(resolved('/ui/icon.svg', '?react')).toEqual({ path: '/proxy.mjs', query: '' });
  expect(resolved('/ui/icon.svg', '')).toEqual({ path: '/ui/icon.svg', query: '' });
});
