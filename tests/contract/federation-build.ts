import { createRequire } from 'node:module';
import path from 'node:path';
import { type App, appPaths } from '@voltframe/kit/build/app-paths';
import { compileOnce } from '@voltframe/kit/build/compile';
import { writeEntries } from '@voltframe/kit/build/generated-entries';
import type { FederationRuntime } from '@voltframe/kit/build/federation/plugin';
import { SHARED_MODULES, sharedVersions } from '@voltframe/kit/build/federation/shared-scope';
import { clientConfig } from '@voltframe/kit/build/webpack-config';

type Configuration = ReturnType<typeof clientConfig>;

const FIXTURE = path.resolve(import.meta.dirname, '../fixtures/federation');
const ROUTER = path.join(FIXTURE, 'shared/counted-router.ts');
const requireOfKit = createRequire(path.resolve(import.meta.dirname, '../../kit/package.json'));

const shell: App = {
  config: { name: 'shell', kind: 'shell', routes: [] },
  kind: 'shell',
  paths: appPaths(path.join(FIXTURE, 'shell')),
};
const remote: App = {
  config: { name: 'hello', routes: [], exposes: { './page': './src/page.ts' } },
  kind: 'remote',
  paths: appPaths(path.join(FIXTURE, 'remote')),
};

/** URL path → file. */
export type Files = Map<string, Buffer>;

export async function buildShell(runtime: FederationRuntime): Promise<Files> {
  return build(shell, configOf(shell, runtime));
}

export async function buildRemote(runtime: FederationRuntime): Promise<Files> {
  return build(remote, configOf(remote, runtime));
}

/** Builds a host without code of this platform, with the plugin as in the documentation of Module Federation. */
export async function buildForeignHost(): Promise<Files> {
  const { ModuleFederationPlugin } = requireOfKit('@module-federation/enhanced/webpack') as {
    ModuleFederationPlugin: new (options: object) => NonNullable<Configuration['plugins']>[number];
  };
  const config = configOf(shell, 'upstream');
  const versions = sharedVersions();
  const shared = SHARED_MODULES.map((name) => [
    name,
    { singleton: true, eager: true, version: versions[name] },
  ]);
  const federation = new ModuleFederationPlugin({
    name: 'shell',
    shared: Object.fromEntries(shared),
    shareStrategy: 'loaded-first',
    dts: false,
    dev: false,
    manifest: false,
  });
  const others = config.plugins!.filter((plugin) => plugin?.constructor.name !== 'ModuleFederationPlugin');
  return build(shell, { ...config, plugins: [...others, federation] });
}

function configOf(app: App, runtime: FederationRuntime): Configuration {
  const config = clientConfig(app, writeEntries(app, {}), { mode: 'production', runtime });
  return {
    ...config,
    optimization: { ...config.optimization, minimize: false },
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, 'react-router$': ROUTER } },
  };
}

async function build(app: App, config: Configuration): Promise<Files> {
  const { files } = await compileOnce(app, config);
  return new Map([...files].map(([name, body]) => [`/assets/${app.config.name}/${name}`, body]));
}
