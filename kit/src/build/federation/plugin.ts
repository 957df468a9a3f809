import { createRequire } from 'node:module';
import type { WebpackPluginInstance, Compiler, Dependency } from 'webpack';
import { LeanContainer } from './lean-container.ts';
import { SHARED_MODULES, SHARED_SURFACE, requiredRange, sharedVersions } from './shared-scope.ts';

const require = createRequire(import.meta.url);
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack') as {
  ModuleFederationPlugin: new (options: object) => WebpackPluginInstance;
};

/** `lean`: this platform's runtime (26 KB smaller); `upstream`: the package's own. */
export type FederationRuntime = 'lean' | 'upstream';

/**
 * Module Federation for one app's client build. A lean shell does not need it, because its share scope is one of its
 * modules (shared-scope.ts).
 * @param options.exposes expose → module and chunk name; the shell has none
 */
export function federationPlugins(options: {
  name: string;
  kind: 'shell' | 'remote';
  exposes: Record<string, { import: string | string[]; name: string }>;
  runtime: FederationRuntime;
}): WebpackPluginInstance[] {
  const { name, kind, exposes, runtime } = options;
  const lean = runtime === 'lean';
  if (lean && kind === 'shell') return [];
  const federation = new ModuleFederationPlugin({
    name,
    ...(kind === 'remote' ? { exposes, library: { type: 'module' } } : {}),
    shareStrategy: 'loaded-first', // the default fetches the entry of every remote
    shared: shared(kind),
    dts: false,
    dev: false,
    manifest: true,
    experiments: { optimization: { target: 'web', disableSnapshot: true, disableRemote: lean } },
  });
  // Applied first, because the package adds only parts that are not yet required.
  return [...(lean ? [new LeanContainer()] : []), federation, new DeclaredSharedExports(SHARED_SURFACE)];
}

function shared(kind: 'shell' | 'remote'): Record<string, object> {
  const versions = sharedVersions();
  return Object.fromEntries(
    SHARED_MODULES.map((module) => [
      module,
      {
        singleton: true,
        version: versions[module],
        requiredVersion: requiredRange(versions[module]!),
        ...(kind === 'shell' ? { eager: true } : { import: false }),
      },
    ]),
  );
}

const NAME = 'DeclaredSharedExports';
type Referenced = (string[] | { name: string[]; canMangle?: boolean })[];

/**
 * Keeps tree shaking for shared modules. Webpack keeps every export of a shared module (its consumers are unknown):
 * 29 KB more for react-router. Here the exports in use are declared; the provider keeps only those, and an import
 * outside the list fails the build of whichever app makes it.
 * @param surface shared module → names of its exports that may be used
 */
export class DeclaredSharedExports {
  readonly surface: Record<string, readonly string[]>;
  constructor(surface: Record<string, readonly string[]>) {
    this.surface = surface;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      const refuse = (name: string, key: string): void => {
        const message = `"${name}" of "${key}" is not in the shared surface (kit/src/build/federation/shared-scope.ts)`;
        if (!compilation.errors.some((error) => error.message === message))
          compilation.errors.push(new compiler.webpack.WebpackError(message));
      };
      compilation.hooks.dependencyReferencedExports.tap(NAME, (referenced, dependency) =>
        this.#restrict(referenced, dependency, refuse),
      );
    });
  }

  #restrict(
    referenced: Referenced,
    dependency: Dependency & { request?: string },
    refuse: (name: string, key: string) => void,
  ): Referenced {
    const provided = /^(provide module for shared|consume shared fallback)$/.test(dependency.type);
    const request = dependency.request?.replaceAll('\\', '/');
    for (const [key, names] of Object.entries(this.surface)) {
      const matches = request === key || request?.includes(`/node_modules/${key}/`);
      if (provided && matches) return names.map((name) => ({ name: [name], canMangle: false }));
      if (provided || request !== key || dependency.type !== 'harmony import specifier') continue;
      for (const reference of referenced) {
        const name = (Array.isArray(reference) ? reference : reference.name)[0];
        if (name && !names.includes(name)) refuse(name, key);
      }
    }
    return referenced;
  }
}
