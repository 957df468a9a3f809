import { existsSync } from 'node:fs';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import path from 'node:path';
import webpack, { type Configuration, type WebpackPluginInstance } from 'webpack';
import { type App, resolveModule } from './app-paths.ts';
import { compileHint, minimizer } from './minify.ts';
import {
  EDGE_RUNTIME,
  edgePackages,
  nodeModulesAreMissing,
  nodeModulesRefused,
  topLevelAwaitRefused,
} from './edge-runtime.ts';
import { leanChunks } from './federation/lean-chunks.ts';
import { federationPlugins } from './federation/plugin.ts';
import { type Proxies, resolveToProxies } from './federation/library-proxies.ts';
import { CLIENT_MODULE, SHARED_MODULES } from './federation/shared-scope.ts';
import { BROWSERS, moduleRules } from './module-rules.ts';
import { interactiveExpose } from '../contract/page/interactive-island.ts';
import type { MfeIsland } from '../contract/release/mfe-config.ts';
import type { ReleaseIdentity } from '../contract/release/identity.ts';
import { clientPage, type Entries } from './generated-entries.ts';
import { isFacade, routerFacade, routerOfFacade } from './router-facade.ts';
import { sha256 } from '../packaging/sha256.ts';
import { publicValues, publicValuesPlugin } from './public-values.ts';
import { serverComments } from './server-comments.ts';
import { stableNames } from './stable-names.ts';
import { unknownClassNames } from './unknown-class-names.ts';
import { unknownFilesRefused } from './unknown-files.ts';
import { withTeamConfig } from './team-config.ts';

export interface BuildOptions {
  /** Identity of the sources, informational. */
  identity?: ReleaseIdentity;
  mode: 'production' | 'development';
  /** Receives what the build accepts, but a team may want to correct. */
  warn?(message: string): void;
}

/** The loader of chunks: the shell's, which checks their integrity, or the native `import()`. */
export const IMPORT = '(globalThis.platformImport||(u=>import(u)))';

/**
 * Workers are files that code names by `new URL` (loaders/worker.cjs). The address of such a file has no host, so that
 * it is the same on the server.
 */
const PARSER = { javascript: { worker: false, url: 'relative' } } as const;

/** Of files that code and stylesheets name: images, fonts. */
const ASSET_NAME = '[name].[contenthash:10][ext]';

/** Chunk of an expose: `./pages/blog.post` → `pages.blog.post`. */
export function exposeChunk(expose: string): string {
  return expose.slice(2).replaceAll('/', '.');
}

/** The last module of an expose is the exposed one; pages also import the app's fonts. */
function withFonts(expose: string, module: string, { fonts }: Entries): string | string[] {
  return fonts !== undefined && expose.startsWith('./pages/') ? [fonts, module] : module;
}

/** @returns the expose of an island. Of one that is HTML alone only the stylesheets are used. */
export function islandExpose(name: string, { interactive }: MfeIsland): string {
  return interactive ? interactiveExpose(name) : `./islands/${name}`;
}

/** Every module that the app offers to the shell through Module Federation. */
export function exposesOf(app: App): Record<string, string> {
  const { routes, islands = {}, guards = {} } = app.config;
  return {
    ...Object.fromEntries(routes.map((route) => [`./pages/${route.id}`, clientPage(app, route)])),
    ...Object.fromEntries(
      Object.entries(islands).map(([name, island]) => [islandExpose(name, island), island.component]),
    ),
    ...Object.fromEntries(Object.entries(guards).map(([name, module]) => [`./guards/${name}`, module])),
  };
}

/**
 * The browser's build. File names carry no hash here: the release writer names every file after its bytes and an
 * import map leads from the names in the code to the files, so a chunk that changes changes no other file.
 * @param proxies of the modules of shared libraries
 */
export function clientConfig(
  app: App,
  entries: Entries,
  options: BuildOptions,
  proxies: Proxies = new Map(),
): Configuration {
  const { name } = app.config;
  const shell = app.kind === 'shell';
  const packages = path.join(app.paths.root, 'node_modules');
  const exposes = Object.fromEntries(
    Object.entries(exposesOf(app)).map(([expose, module]) => [
      expose,
      { import: withFonts(expose, resolveModule(app, module), entries), name: exposeChunk(expose) },
    ]),
  );
  return {
    ...common(app, options),
    name: `${name}:client`,
    target: `browserslist:${BROWSERS.join(', ')}`,
    entry: shell ? shellEntry(app) : {},
    output: {
      module: true,
      chunkFormat: 'module',
      uniqueName: name,
      publicPath: `/assets/${name}/`,
      // A module that throws is evaluated again at its next import, instead of being returned incomplete.
      strictModuleErrorHandling: true,
      filename: '[name].js',
      chunkFilename: '[name].js',
      assetModuleFilename: ASSET_NAME,
    },
    experiments: { outputModule: true },
    externals: [nodeModulesAreMissing],
    resolve: { ...resolve(app, entries), plugins: [resolveToProxies(proxies)] },
    // The shell's icons are in every document, from which the browser reads them.
    module: {
      parser: PARSER,
      rules: [
        ...moduleRules(app, 'client', options.mode, shell ? [] : undefined),
        // It is not among the app's sources, but has the app's packages.
        { include: entries.shareScope, resolve: { modules: [packages, 'node_modules'] } },
        // They import the stylesheets of libraries, whatever the library's package says of its own modules.
        { include: [...proxies.values()], sideEffects: true },
      ],
    },
    optimization: {
      ...minified(options.mode),
      chunkIds: 'named',
      realContentHash: false,
      splitChunks: shell ? { cacheGroups: SHELL_CHUNKS } : options.mode === 'production' && PAGE_CHUNKS,
    },
    plugins: [
      ...clientPlugins(app, options),
      ...(options.mode === 'production' ? [leanChunks(IMPORT)] : []),
      ...(shell && options.mode === 'production' ? [compileHint()] : []),
      ...(shell
        ? []
        : [
            routerFacade(app.paths.root),
            ...federationPlugins(name, exposes, proxies.size > 0 ? IMPORT : undefined),
          ]),
    ],
  };
}

function clientPlugins(app: App, { mode }: BuildOptions): NonNullable<Configuration['plugins']> {
  const { root } = app.paths;
  return [
    sourceMaps(mode),
    unknownFilesRefused(root),
    unknownClassNames,
    // No CSS loading at run time: the shell loads the stylesheets that the route table names.
    new MiniCssExtractPlugin({ filename: '[name].css', chunkFilename: '[name].css', runtime: false }),
    stableNames(root),
    publicValuesPlugin(publicValues(app, 'client', mode), root),
    nodeModulesRefused(root),
  ];
}

/**
 * The build of a file of shared libraries, `library.js`: with a runtime of its own, so that it needs no code of the
 * app.
 * @param entry the generated module that exports its modules
 * @param provided name of a module of the platform → the module that takes its place
 * @param proxies of the modules of other files
 */
export function libraryConfig(
  app: App,
  entries: Entries,
  options: BuildOptions,
  { entry, provided, proxies }: { entry: string; provided: Record<string, string>; proxies: Proxies },
): Configuration {
  const config = clientConfig(app, entries, options, proxies);
  return {
    ...config,
    entry: { library: entry },
    output: { ...config.output, uniqueName: 'library', library: { type: 'module' } },
    resolve: { ...config.resolve, alias: { ...config.resolve!.alias, ...provided } },
    optimization: { ...config.optimization, splitChunks: false },
    plugins: [
      ...clientPlugins(app, options),
      routerFacade(app.paths.root),
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
}

const SHELL_CHUNKS = {
  default: false as const,
  defaultVendors: false as const,
  /** React is separate from the shell's own code, so that a change of the layout does not load react-dom again. */
  react: {
    name: 'react',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|cookie)[\\/]/,
    chunks: (chunk: { name?: string | null }) => chunk.name === 'main',
    enforce: true,
  },
  /** One stylesheet: the shell's islands are small and on most pages. */
  styles: { name: 'styles', type: 'css/mini-extract', chunks: 'all' as const, enforce: true },
};

/** Bytes of source from which code that several pages of a remote use is a chunk of its own: about 8 kB as sent. */
const SHARED_SOURCE_BYTES = 30_000;

/** The chunks of a remote's pages: visitors load what several pages use once. */
const PAGE_CHUNKS = {
  chunks: (chunk: { name?: string | null }) => chunk.name?.startsWith('pages.') ?? false,
  minSize: SHARED_SOURCE_BYTES,
  cacheGroups: {
    default: false as const,
    defaultVendors: false as const,
    shared: {
      type: /^javascript\//,
      minChunks: 2,
      // The same in any folder, with the node_modules of npm or pnpm.
      name: (_: unknown, chunks: { name?: string | null }[]) =>
        `shared.${sha256(
          chunks
            .map(({ name }) => name)
            .toSorted()
            .join(' '),
        ).slice(0, 8)}`,
    },
  },
};

function shellEntry(app: App): Record<string, string> {
  const islands = Object.entries(app.config.islands ?? {});
  return {
    main: resolveModule(app, './src/entry.client.tsx'),
    // Built for their stylesheets only; the scripts are dropped.
    ...Object.fromEntries(
      islands.map(([name, island]) => [`islands.${name}`, resolveModule(app, island.component)]),
    ),
  };
}

/** The shell's inline bootstrap: one classic script without imports. */
export function bootstrapConfig(app: App, entries: Entries, options: BuildOptions): Configuration {
  return {
    ...common(app, options),
    name: `${app.config.name}:bootstrap`,
    target: `browserslist:${BROWSERS.join(', ')}`,
    entry: { bootstrap: resolveModule(app, './src/bootstrap.ts') },
    output: { filename: '[name].js', iife: true },
    resolve: resolve(app, entries),
    module: { rules: moduleRules(app, 'client', options.mode, []) }, // it contains no icons
    optimization: minified(options.mode),
    plugins: [
      sourceMaps(options.mode),
      stableNames(app.paths.root),
      publicValuesPlugin(publicValues(app, 'client', options.mode), app.paths.root),
    ],
  };
}

/**
 * The render process's build: one CommonJS file. A remote's is for the render room, and its externals are the shared
 * scope; the shell's are the modules of Node that react-dom needs.
 */
export function serverConfig(app: App, entries: Entries, options: BuildOptions): Configuration {
  const shell = app.kind === 'shell';
  const shared = SHARED_MODULES.filter((module) => !isFacade(module) && module !== CLIENT_MODULE).map(
    (module) => new RegExp(`^${module}$`),
  );
  return withTeamConfig(app, 'server', {
    ...common(app, options),
    ...(shell ? { target: 'node24' } : { target: EDGE_RUNTIME.target, node: EDGE_RUNTIME.node }),
    name: `${app.config.name}:server`,
    entry: { server: entries.server },
    output: {
      ...(!shell && EDGE_RUNTIME.output),
      // A module that throws throws again for the next page that imports it.
      strictModuleErrorHandling: true,
      filename: 'server.cjs',
      library: { type: 'commonjs2' },
      // An image has the same address on both sides.
      publicPath: `/assets/${app.config.name}/`,
      assetModuleFilename: ASSET_NAME,
    },
    externalsType: 'commonjs2',
    externals: shell ? [] : [...shared, routerOfFacade, nodeModulesAreMissing],
    resolve: shell
      ? resolve(app, entries)
      : { ...resolve(app, entries, { [`${CLIENT_MODULE}$`]: SERVER_ROOTS }), ...EDGE_RUNTIME.resolve },
    // A package is resolved again when it turns out to need its files for browsers.
    module: { parser: PARSER, rules: moduleRules(app, 'server', options.mode), unsafeCache: false },
    optimization: { minimize: false, splitChunks: false, moduleIds: false, ...concatenated(options.mode) },
    plugins: [
      sourceMaps(options.mode),
      stableNames(app.paths.root),
      publicValuesPlugin(publicValues(app, 'server', options.mode), app.paths.root),
      ...(shell
        ? []
        : [
            routerFacade(app.paths.root),
            edgePackages(),
            nodeModulesRefused(app.paths.root),
            topLevelAwaitRefused(app.paths.root),
          ]),
      unknownFilesRefused(app.paths.root),
      unknownClassNames,
      ...(options.mode === 'production' ? [serverComments] : []),
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  });
}

function common(app: App, options: BuildOptions): Configuration {
  return {
    mode: options.mode,
    context: app.paths.root,
    devtool: false,
    performance: false,
    infrastructureLogging: { level: 'error' },
    cache: options.mode === 'development' ? { type: 'memory' } : false,
  };
}

function minified(mode: BuildOptions['mode']): NonNullable<Configuration['optimization']> {
  return {
    minimize: mode === 'production',
    minimizer: [minimizer()],
    moduleIds: false,
    ...concatenated(mode),
  };
}

/**
 * Only ES modules are put into one scope. Within a CommonJS one webpack 5.111 evaluates a module without side effects
 * at the first use of its exports, which is too late for a module that registers itself (`@base-ui/utils`).
 */
function concatenated(mode: BuildOptions['mode']): NonNullable<Configuration['optimization']> {
  return { concatenateModules: mode === 'production' && { commonjs: false } };
}

/**
 * Maps to the lines of the sources; nothing in the scripts names them. They have the text of the sources only while
 * developing, and columns for visitors' scripts: of a minified line, and of one that stands for several of a source.
 */
function sourceMaps(mode: BuildOptions['mode']): WebpackPluginInstance {
  const absolute = (info: { absoluteResourcePath: string }): string => info.absoluteResourcePath;
  return new webpack.SourceMapDevToolPlugin({
    test: /\.c?js$/,
    filename: '[file].map',
    append: false,
    module: true,
    columns: mode === 'production',
    noSources: mode === 'production',
    moduleFilenameTemplate: absolute,
    fallbackModuleFilenameTemplate: absolute,
  });
}

/** The extension of this file: JavaScript in the package. */
const SERVER_ROOTS = path.join(
  import.meta.dirname,
  `federation/server-roots${path.extname(import.meta.filename)}`,
);

function resolve(
  { paths }: App,
  { guards, shareScope }: Entries,
  alias: Record<string, string> = {},
): NonNullable<Configuration['resolve']> {
  const tsconfig = path.join(paths.root, 'tsconfig.json');
  return {
    extensions: ['.tsx', '.ts', '.jsx', '.js', '.mjs', '.json'],
    // TypeScript names a module by the file that it would write.
    extensionAlias: { '.js': ['.js', '.ts', '.tsx'], '.jsx': ['.jsx', '.tsx'], '.mjs': ['.mjs', '.mts'] },
    // Its `paths`.
    ...(existsSync(tsconfig) && { tsconfig }),
    alias: { 'virtual-guards': guards, 'virtual-share-scope': shareScope, ...alias },
  };
}
