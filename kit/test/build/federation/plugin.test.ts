import { expect, it } from 'vitest';
import { federationPlugins, DeclaredSharedExports } from '../../../src/build/federation/plugin.ts';
import type { Compiler } from 'webpack';

const exposes = { './pages/home': { import: './home.tsx', name: 'pages.home' } };
interface Federation {
  exposes: object;
  shared: Record<string, { import?: boolean }>;
  shareStrategy: string;
}

it('exposes the modules of a remote, leaves shared modules out of it, and uses loaded copies first', () => {
  const plugins = federationPlugins('blog', exposes);
  const options = Reflect.get(
    plugins.find((plugin) => '_options' in plugin)!,
    '_options',
  ) as Federation;
  expect(options).toMatchObject({ exposes, shareStrategy: 'loaded-first' });
  expect(options.shared['react']).toMatchObject({ import: false });
});

type Restrict = (referenced: string[][], dependency: { type: string; request: string }) => unknown;

/** The exports that the plugin leaves of those that webpack reports as referenced, and its errors. */
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

it('fails the build of a module that imports an undeclared export, once for each name', () => {
  const { restrict, errors } = applied();
  for (let n = 0; n < 2; n++) restrict([['Link'], ['useFetcher', 'x']], { type: IMPORT, request: 'router' });
  expect(errors.map(({ message }) => message)).toEqual([
    '"useFetcher" of "router" is not in the shared surface (kit/src/build/federation/shared-scope.ts)',
  ]);
});

it('ignores modules that are not shared', () => {
  const { restrict, errors } = applied();
  restrict([['anything']], { type: IMPORT, request: 'router-other' });
  expect(errors).toEqual([]);
});
