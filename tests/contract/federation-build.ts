import { createRequire } from 'node:module';
import path from 'node:path';
import { type App, appPaths } from '@voltframe/kit/build/app-paths';
import { compileOnce } from '@voltframe/kit/build/compile';
import { writeEntries } from '@voltframe/kit/build/generated-entries';
import { SHARED_MODULES, sharedVersions } from '@voltframe/kit/build/federation/shared-scope';
import { clientConfig } from '@voltframe/kit/build/webpack-config';

type Configuration = ReturnType<typeof clientConfig>;

const FIXTURE = path.resolve(import.meta.dirname, '../fixtures/federation');
const ROUTER = path.join(FIXTURE, 'shared/counted-router.ts');
const UPSTREAM_SHARE_SCOPE = path.join(FIXTURE, 'shell/src/upstream-share-scope.ts');
const requireOfKit = createRequire(path.resolve(import.meta.dirname, '../../kit/package.json'));

const shell: App = {
  config: { name: 'shell', kind: 'shell', routes: [] },
  kind: 'shell',
  paths: appPaths(path.join(FIXTURE, 'shell')),
};
const remote: App = {
  config: { name: 'hello', routes: [{ id: 'hello', path: '/', page: './src/page.ts' }] },
  kind: 'remote',
  paths: appPaths(path.join(FIXTURE, 'remote')),
};

/** URL path → file. */
export type Files = Map<string, Buffer>;

/** `lean`: this platform's runtime; `upstream`: that of the package, as in the documentation of Module Federation. */
type Runtime = 'lean' | 'upstream';

export async function buildShell(runtime: Runtime): Promise<Files> {
  const config = configOf(shell);
  if (runtime === 'lean') return build(shell, config);
  const alias = { ...config.resolve?.alias, 'virtual-share-scope': UPSTREAM_SHARE_SCOPE };
  const upstream = federation({ name: 'shell', shared: shared({ eager: true }) });
  const plugins = [...config.plugins!, upstream];
  return build(shell, { ...config, plugins, resolve: { ...config.resolve, alias } });
}

export async function buildRemote(runtime: Runtime): Promise<Files> {
  const config = configOf(remote);
  if (runtime === 'lean') return build(remote, config);
  const upstream = federation({
    name: 'hello',
    library: { type: 'module' },
    exposes: { './pages/hello': './src/page.ts' },
    shared: shared({ import: false }),
    manifest: true,
  });
  const nameOf = (plugin: unknown): string =>
    (typeof plugin === 'function' ? plugin : plugin!.constructor).name;
  const others = config.plugins!.filter((plugin) => !/lean|federation/i.test(nameOf(plugin)));
  return build(remote, { ...config, plugins: [...others, upstream] });
}

function federation(options: object): NonNullable<Configuration['plugins']>[number] {
  const { ModuleFederationPlugin } = requireOfKit('@module-federation/enhanced/webpack') as {
    ModuleFederationPlugin: new (options: object) => NonNullable<Configuration['plugins']>[number];
  };
  return new ModuleFederationPlugin({
    shareStrategy: 'loaded-first',
    dts: false,
    dev: false,
    manifest: false,
    ...options,
  });
}

function shared(each: object): object {
  const versions = sharedVersions();
  return Object.fromEntries(
    SHARED_MODULES.map((name) => [name, { singleton: true, version: versions[name], ...each }]),
  );
}

function configOf(app: App): Configuration {
  const config = clientConfig(app, writeEntries(app, {}), { mode: 'production' });
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
