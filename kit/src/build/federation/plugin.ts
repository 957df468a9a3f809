import { createRequire } from 'node:module';
import type { WebpackPluginInstance } from 'webpack';
import { DeclaredSharedExports } from './declared-exports.ts';
import { LeanContainer } from './lean-container.ts';
import { SHARED_MODULES, SHARED_SURFACE, requiredRange, sharedVersions } from './shared-scope.ts';

const require = createRequire(import.meta.url);
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack') as {
  ModuleFederationPlugin: new (options: object) => WebpackPluginInstance;
};

/** `lean`: this platform's runtime (26 KB smaller); `upstream`: the package's own. */
export type FederationRuntime = 'lean' | 'upstream';

/**
 * Module Federation for one app's client build. A lean shell needs none of it: what it shares is a module of it (share-scope-module.ts).
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
  // First: what the package adds depends on what is required before.
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
