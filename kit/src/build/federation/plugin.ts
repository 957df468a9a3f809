import { createRequire } from 'node:module';
import type { WebpackPluginInstance, Compiler, Dependency } from 'webpack';
import { LeanContainer } from './lean-container.ts';
import { SHARED_MODULES, SHARED_SURFACE, requiredRange, sharedVersions } from './shared-scope.ts';

const require = createRequire(import.meta.url);
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack') as {
  ModuleFederationPlugin: new (options: object) => WebpackPluginInstance;
};

/**
 * Module Federation for the client build of a remote. The shell does not need it, because its share scope is one of its
 * modules (shared-scope.ts).
 * @param exposes expose → module and chunk name
 */
export function federationPlugins(
  name: string,
  exposes: Record<string, { import: string | string[]; name: string }>,
): WebpackPluginInstance[] {
  const federation = new ModuleFederationPlugin({
    name,
    exposes,
    library: { type: 'module' },
    shareStrategy: 'loaded-first', // the default fetches the entry of every remote
    shared: shared(),
    dts: false,
    dev: false,
    manifest: true,
    experiments: { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } },
  });
  // Applied first, because the package adds only parts that are not yet required.
  return [new LeanContainer(), federation, new DeclaredSharedExports(SHARED_SURFACE)];
}

function shared(): Record<string, object> {
  const versions = sharedVersions();
  return Object.fromEntries(
    SHARED_MODULES.map((module) => [
      module,
      {
        singleton: true,
        version: versions[module],
        requiredVersion: requiredRange(versions[module]!),
        import: false,
      },
    ]),
  );
}

const NAME = 'DeclaredSharedExports';

/**
 * The exports in use of a large shared module are declared, so that the shell leaves out the others: 29 KB of
 * react-router. An import outside the list fails the build of the app that makes it.
 * @param surface shared module → names of its exports that may be used
 */
export class DeclaredSharedExports {
  readonly surface: Record<string, readonly string[]>;
  constructor(surface: Record<string, readonly string[]>) {
    this.surface = surface;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.dependencyReferencedExports.tap(NAME, (referenced, dependency) => {
        const { request = '' } = dependency as Dependency & { request?: string };
        if (dependency.type !== 'harmony import specifier' || !Object.hasOwn(this.surface, request))
          return referenced;
        for (const reference of referenced) {
          const name = (Array.isArray(reference) ? reference : reference.name)[0];
          if (!name || this.surface[request]!.includes(name)) continue;
          const message = `"${name}" of "${request}" is not in the shared surface (kit/src/build/federation/shared-scope.ts)`;
          if (!compilation.errors.some((error) => error.message === message))
            compilation.errors.push(new compiler.webpack.WebpackError(message));
        }
        return referenced;
      });
    });
  }
}
