import path from 'node:path';
import { expect, it } from 'vitest';
import type { Compiler } from 'webpack';
import { stableName, stableNames } from '../../src/build/stable-names.ts';

const KIT = path.resolve(import.meta.dirname, '../..');

/** The ids that modules with these identifiers get in the checkout of an app. */
function idsIn(root: string, identifiers: string[], taken: Record<string, string> = {}): (string | null)[] {
  const ids = new Map(Object.entries(taken));
  const modules = identifiers.map((name) => ({ needId: true, identifier: () => name }));
  const chunkGraph = {
    getOrderedChunkModulesIterableBySourceType() {},
    getModuleId: (module: { identifier(): string }) => ids.get(module.identifier()) ?? null,
    setModuleId: (module: { identifier(): string }, id: string) => ids.set(module.identifier(), id),
  };
  const tapTo = (run: (fn: never) => void) => ({ tap: (_: string, fn: never) => run(fn) });
  const moduleIds = tapTo((fn: (given: object) => void) => fn(modules));
  const compilation = tapTo((fn: (given: object) => void) => fn({ chunkGraph, hooks: { moduleIds } }));
  stableNames(root)({ hooks: { compilation }, requestShortener: {} } as unknown as Compiler);
  return identifiers.map((name) => ids.get(name) ?? null);
}

it.each([
  ['/srv/my app/src/home.tsx', './src/home.tsx'],
  [`${KIT}/src/react/link.tsx`, '@voltframe/kit/src/react/link.tsx'],
  ['/srv/my app/node_modules/zod/index.js', 'zod/index.js'],
  ['/srv/node_modules/zod/index.js', 'zod/index.js'],
  ['/srv/my app/node_modules/.pnpm/zod@4.6.7/node_modules/zod/index.js', 'zod/index.js'],
  ['/srv/my app/.yarn/cache/zod-npm-4.6.7-1a2b3c4d5e-10c0.zip/node_modules/zod/index.js', 'zod/index.js'],
  [
    '/srv/my app/.yarn/__virtual__/l-virtual-1a2b3c4d5e/0/cache/l-npm-1.0.0.zip/node_modules/l/l.js',
    'l/l.js',
  ],
  ['/srv/my app/.yarn/unplugged/@swc-core-npm-1.0.0/node_modules/@swc/core/index.js', '@swc/core/index.js'],
  ['/srv/my app/node_modules/@voltframe/kit/dist/react/link.js', '@voltframe/kit/dist/react/link.js'],
  ['/x/node_modules/a/loader.js??one!/srv/my app/src/a.ts', 'a/loader.js??one!./src/a.ts'],
  ['css|/srv/my app/src/a.css|0', 'css|./src/a.css|0'],
  ['/srv/my app/.federation/entry.8f3ebf53ea16261d.js', './federation-entry'],
])('shortens %s to %s', (text, name) => {
  expect(stableName(text, '/srv/my app')).toBe(name);
});

it('gives different modules different ids, independent of their order', () => {
  const names = Array.from({ length: 600 }, (_, n) => `/app/src/module-${n}.ts`);
  const ids = idsIn('/app', names);
  expect(new Set(ids).size).toBe(names.length);
  expect(idsIn('/app', names.toReversed()).toReversed()).toEqual(ids);
  expect(ids.every((id) => /^[0-9a-f]{4,}$/.test(id!))).toBe(true);
});

it('gives modules of the same name different ids', () => {
  const names = ['a', 'b', 'c'].map((digit) => `/app/src/home.ts|${digit.repeat(32)}`);
  expect(new Set(idsIn('/app', names)).size).toBe(names.length);
});

it('preserves an existing id', () => {
  expect(idsIn('/app', ['/app/a.ts'], { '/app/a.ts': 'mine' })).toEqual(['mine']);
});

it('names an app inside the folder of the kit after the app', () => {
  expect(stableName(`${KIT}/test/.tmp-x/src/a.ts`, `${KIT}/test/.tmp-x`)).toBe('./src/a.ts');
});
