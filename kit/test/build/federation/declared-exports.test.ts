import { expect, it } from 'vitest';
import type { Compiler } from 'webpack';
import { DeclaredSharedExports } from '../../../src/build/federation/declared-exports.ts';

type Restrict = (referenced: string[][], dependency: { type: string; request: string }) => unknown;

/** What the plugin makes of exports that webpack says are referenced, and which errors it reports. */
function applied(): { restrict: Restrict; errors: Error[] } {
  const errors: Error[] = [];
  let restrict!: Restrict;
  const tapTo = (take: (fn: never) => void) => ({ tap: (_: string, fn: never) => take(fn) });
  const compilation = {
    errors,
    hooks: { dependencyReferencedExports: tapTo((fn) => (restrict = fn)) },
  };
  const compiler = {
    webpack: { WebpackError: Error },
    hooks: { compilation: tapTo((fn: (given: object) => void) => fn(compilation)) },
  };
  new DeclaredSharedExports({ router: ['Link', 'Route'] }).apply(compiler as unknown as Compiler);
  return { restrict, errors };
}
const IMPORT = 'harmony import specifier';

it('keeps of a provided module what is declared, by its name or its folder', () => {
  const { restrict, errors } = applied();
  const kept = ['Link', 'Route'].map((name) => ({ name: [name], canMangle: false }));
  for (const request of [
    'router',
    '/x/node_modules/router/index.js',
    'C:\\x\\node_modules\\router\\index.js',
  ])
    expect(restrict([[]], { type: 'provide module for shared', request })).toEqual(kept);
  expect(restrict([[]], { type: 'provide module for shared', request: 'react' })).toEqual([[]]);
  expect(errors).toEqual([]);
});

it('fails the build of whoever imports more, once for each name', () => {
  const { restrict, errors } = applied();
  for (let n = 0; n < 2; n++) restrict([['Link'], ['useFetcher', 'x']], { type: IMPORT, request: 'router' });
  expect(errors.map(({ message }) => message)).toEqual([
    '"useFetcher" of "router" is not in the shared surface (kit/src/build/federation/shared-scope.ts)',
  ]);
});

it('has nothing to say of a module that is not shared', () => {
  const { restrict, errors } = applied();
  restrict([['anything']], { type: IMPORT, request: 'router-other' });
  expect(errors).toEqual([]);
});
