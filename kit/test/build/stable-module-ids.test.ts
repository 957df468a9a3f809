import { expect, it } from 'vitest';
import type { Compiler } from 'webpack';
import { StableModuleIds } from '../../src/build/stable-module-ids.ts';

/** The ids that modules with these identifiers get in the checkout of an app. */
function idsIn(root: string, identifiers: string[], taken: Record<string, string> = {}): (string | null)[] {
  const ids = new Map(Object.entries(taken));
  const modules = identifiers.map((name) => ({ needId: true, identifier: () => name }));
  const chunkGraph = {
    getModuleId: (module: { identifier(): string }) => ids.get(module.identifier()) ?? null,
    setModuleId: (module: { identifier(): string }, id: string) => ids.set(module.identifier(), id),
  };
  const tapTo = (run: (fn: never) => void) => ({ tap: (_: string, fn: never) => run(fn) });
  const moduleIds = tapTo((fn: (given: object) => void) => fn(modules));
  const compilation = tapTo((fn: (given: object) => void) => fn({ chunkGraph, hooks: { moduleIds } }));
  new StableModuleIds(root).apply({ hooks: { compilation } } as unknown as Compiler);
  return identifiers.map((name) => ids.get(name) ?? null);
}

it.each([
  ['a module of the app', (root: string) => `${root}/src/home.tsx`],
  ['a package', (root: string) => `${root}/../node_modules/react/index.js`],
  ["Module Federation's entry", (root: string) => `${root}/.federation/entry.${root.length}abc.js`],
  ['modules joined into one', (root: string) => `${root}/a.js|${String(root.length).padStart(32, '0')}`],
])('gives %s the same id wherever the checkout is', (_, identifier) => {
  const [a, b] = ['/checkouts/ada/mfe-blog', '/srv/build/deep/mfe-blog-2'];
  expect(idsIn(a, [identifier(a)])).toEqual(idsIn(b, [identifier(b)]));
});

it('gives different modules different ids, in whatever order they come', () => {
  const names = Array.from({ length: 600 }, (_, n) => `/app/src/module-${n}.ts`);
  const ids = idsIn('/app', names);
  expect(new Set(ids).size).toBe(names.length);
  expect(idsIn('/app', names.toReversed()).toReversed()).toEqual(ids);
  expect(ids.every((id) => /^[0-9a-f]{4,}$/.test(id!))).toBe(true);
});

it('leaves an id that is given', () => {
  expect(idsIn('/app', ['/app/a.ts'], { '/app/a.ts': 'mine' })).toEqual(['mine']);
});
