import path from 'node:path';
import webpack, { type Compiler, type Configuration, type RuleSetRule } from 'webpack';
import type { App } from '../app-paths.ts';
import type { Proxies } from '../federation/library-proxies.ts';
import type { Entries } from '../generated-entries.ts';
import { SCRIPT } from '../module-rules.ts';
import { withTeamConfig } from '../team-config.ts';
import { type BuildOptions, clientConfig } from '../webpack-config.ts';

const HERE = import.meta.dirname;
/** The extension of this file: JavaScript in the package. */
const own = (name: string): string => path.join(HERE, name + path.extname(import.meta.filename));

/**
 * The browser's build: for production, or with React Refresh; with the changes of the team.
 * @param proxies of the modules of shared libraries
 */
export function browserConfig(
  app: App,
  entries: Entries,
  options: BuildOptions,
  proxies?: Proxies,
): Configuration {
  const config = clientConfig(app, entries, options, proxies);
  return withTeamConfig(app, 'client', options.mode === 'development' ? withRefresh(app, config) : config);
}

/**
 * Adds React Refresh to a client's build: its transform to every module of the apps and the kit, its runtime to the
 * shell, which has the only copy. The configuration of a production build does not contain it, because module ids
 * follow from the rules.
 */
function withRefresh(app: App, config: Configuration): Configuration {
  const rules = config.module!.rules as (RuleSetRule & { use: Loader[] })[];
  const scripts = rules.find(({ test }) => test === SCRIPT)!;
  const [swc, ...rest] = scripts.use;
  const mark = {
    loader: path.join(HERE, 'refresh-loader.cjs'),
    options: { app: app.config.name, root: app.paths.root },
  };
  const refreshed = {
    ...scripts,
    exclude: [scripts.exclude, HERE].flat(),
    use: [mark, refreshing(swc!), ...rest],
  } as RuleSetRule;
  return {
    ...config,
    entry: app.kind === 'shell' ? withClient(config.entry as Record<string, string>) : config.entry!,
    resolve: {
      ...config.resolve,
      alias: { ...config.resolve?.alias, 'react/jsx-dev-runtime': own('jsx-dev-runtime') },
    },
    module: {
      ...config.module,
      rules: rules.flatMap((rule) => (rule === scripts ? [{ ...rule, include: HERE }, refreshed] : [rule])),
    },
    plugins: [...config.plugins!, moduleTables],
  };
}

/**
 * An edit replaces modules in the tables of an app's webpack runtime (client/refresh-page.ts), so every runtime
 * needs them.
 */
function moduleTables(compiler: Compiler): void {
  const { moduleCache, moduleFactories } = webpack.RuntimeGlobals;
  compiler.hooks.thisCompilation.tap('ModuleTables', ({ hooks }) => {
    hooks.additionalTreeRuntimeRequirements.tap({ name: 'ModuleTables', stage: 2 }, (_, required) => {
      required.add(moduleCache).add(moduleFactories);
    });
  });
}

interface Loader {
  loader: string;
  options: { jsc: { transform: { react: object } } };
}

/** The transform requires the development JSX, which is redirected to the shared runtime. */
function refreshing({ loader, options }: Loader): object {
  const { jsc } = options;
  const react = { ...jsc.transform.react, development: true, refresh: true };
  return { loader, options: { ...options, jsc: { ...jsc, transform: { ...jsc.transform, react } } } };
}

/** The first import, because react-dom reads the hook once, at its evaluation. */
function withClient(entry: Record<string, string>): Record<string, string | string[]> {
  return { ...entry, main: [own('client/client'), entry['main']!] };
}
