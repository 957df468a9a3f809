import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

type Loader = (this: object, source: string, map: unknown) => void;
const refreshLoader = createRequire(import.meta.url)(
  '../../../src/build/refresh/refresh-loader.cjs',
) as Loader;

function load(source: string): unknown[] {
  let result: unknown[] = [];
  const context = {
    resourcePath: path.resolve('mfe-blog/src/pages/list.tsx'),
    getOptions: () => ({ app: 'blog', root: path.resolve('mfe-blog') }),
    callback: (...values: unknown[]) => (result = values),
  };
  refreshLoader.call(context, source, 'map');
  return result;
}

it.each(['$RefreshReg$(_c, "List");', '_s(List, "useState", $RefreshSig$());'])(
  'registers a module with the page on its first line: %s',
  (call) => {
    const [error, source, map] = load(`const a = 1;\n${call}`) as [null, string, string];
    expect([error, map]).toEqual([null, 'map']);
    expect(source.split('\n')).toHaveLength(2);
    expect(source).toContain(`voltframeRefresh?.("blog","src/pages/list.tsx",__webpack_require__)`);
    expect(source.split('\n')[0]).toMatch(/const a = 1;$/);
  },
);

it('leaves a module without components unchanged', () => {
  expect(load('export const a = 1;')).toEqual([null, 'export const a = 1;', 'map']);
});
