import { expect, it } from 'vitest';
import { federationPlugins, DeclaredSharedExports } from '../../../src/build/federation/plugin.ts';
import type { Compiler } from 'webpack';

const exposes = { './pages/home': { import: './home.tsx', name: 'pages.home' } };
type Options = Parameters<typeof federationPlugins>[0];
interface Federation {
  exposes?: object;
  shared: Record<string, { eager?: boolean; import?: boolean; requiredVersion: string }>;
  shareStrategy: string;
  experiments: { optimization: { disableRemote: boolean } };
}
const pluginsOf = (options: Partial<Options>) =>
  federationPlugins({ name: 'blog', kind: 'remote', exposes, runtime: 'lean', ...options });
const namesOf = (options: Partial<Options>) => pluginsOf(options).map(({ constructor }) => constructor.name);
const optionsOf = (options: Partial<Options>) =>
  Reflect.get(
    pluginsOf(options).find((plugin) => '_options' in plugin)!,
    '_options',
  ) as Federation;

it('bundles shared modules eagerly in the shell, and leaves them out of remotes', () => {
  expect(optionsOf({ kind: 'shell', runtime: 'upstream' }).shared['react']).toMatchObject({ eager: true });
  expect(optionsOf({ kind: 'remote' }).shared['react']).toMatchObject({ import: false });
});

it('exposes the modules of a remote, and none of the shell', () => {
  expect(optionsOf({ kind: 'remote' }).exposes).toEqual(exposes);
  expect(optionsOf({ kind: 'shell', runtime: 'upstream' })).not.toHaveProperty('exposes');
});

it('adds no plugin to a lean shell, whose shared modules are its own', () => {
  expect(namesOf({ kind: 'shell' })).toEqual([]);
});

it('uses loaded copies first, and fetches no entry of a remote outside the page', () => {
  expect(optionsOf({}).shareStrategy).toBe('loaded-first');
});

it.each([
  ['lean', true],
  ['upstream', false],
] as const)('replaces the container of webpack in the %s runtime: %s', (runtime, lean) => {
  expect(namesOf({ runtime }).includes('LeanContainer')).toBe(lean);
  expect(optionsOf({ runtime }).experiments.optimization.disableRemote).toBe(lean);
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

it('restricts a provided module to its declared exports, by name or by folder', () => {
  const { restrict, errors } = applied();
  const declared = ['Link', 'Route'].map((name) => ({ name: [name], canMangle: false }));
  for (const request of [
    'router',
    '/x/node_modules/router/index.js',
    'C:\\x\\node_modules\\router\\index.js',
  ])
    expect(restrict([[]], { type: 'provide module for shared', request })).toEqual(declared);
  expect(restrict([[]], { type: 'provide module for shared', request: 'react' })).toEqual([[]]);
  expect(errors).toEqual([]);
});

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
