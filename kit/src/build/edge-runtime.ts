import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack, {
  type Compilation,
  type Compiler,
  type Configuration,
  type Dependency,
  type Module,
  type ModuleGraphConnection,
} from 'webpack';

/**
 * The server build of a remote: for the render room, which is an edge runtime. It has the web's globals, and no module
 * of Node.
 */
const NAME = 'EdgeRuntime';
/** Of packages that need Node otherwise. */
const BROWSER = {
  conditionNames: ['browser', '...'],
  mainFields: ['browser', '...'],
  aliasFields: ['browser'],
};

/** Target and resolution of the build. */
export const EDGE_RUNTIME = {
  target: 'es2024',
  node: false,
  output: { chunkFormat: 'commonjs', chunkLoading: false, wasmLoading: false, globalObject: 'globalThis' },
  resolve: { conditionNames: ['workerd', 'edge-light', 'worker', '...'] },
} satisfies Configuration;

/** Modules that only a certain server has; packages guard their imports. */
const OF_RUNTIME = /^(?:node|bun|cloudflare):/;

interface Request {
  request?: string;
  context?: string;
  contextInfo?: { issuer: string };
  getResolve?: () => unknown;
}

/**
 * Replaces a module of Node by one that throws when it is evaluated, so that a package may try to load it. A package of
 * the same name (`events`, `buffer`) takes precedence.
 */
export async function nodeModulesAreMissing(imported: Request): Promise<string | false> {
  const { request = '', context = '', contextInfo, getResolve } = imported;
  if (!isBuiltin(request) && !OF_RUNTIME.test(request)) return false;
  if (!request.includes(':') && getResolve) {
    const resolve = getResolve() as (context: string, request: string) => Promise<string>;
    const installed = await resolve(context, `${request}/`).catch(() => undefined);
    if (installed !== undefined) return false;
  }
  const { folder, name } = packageOf(contextInfo?.issuer ?? '') ?? {};
  const importer =
    name === undefined ? '' : `; "${name}${contextInfo!.issuer.slice(folder!.length)}" imports it`;
  const message = `the module "${request}" of Node is not available to releases${importer.replaceAll('\\', '/')}`;
  return `var (() => { throw new Error(${JSON.stringify(message)}); })()`;
}

const MISSING = /^\(\(\) => \{ throw new Error\("the module \\"([^\\]+)\\" of Node /;

/** Builds a package that leads to imports of modules of Node as for browsers, if it has such files. */
export function edgePackages(): (compiler: Compiler) => void {
  /** Folders of packages. Kept between the builds of a watching compiler. */
  const forBrowsers = new Set<string>();
  const isForBrowsers = (file: string): boolean => forBrowsers.has(packageOf(file)?.folder ?? '');
  return function EdgePackages({ hooks }: Compiler): void {
    hooks.compilation.tap(NAME, (compilation, { normalModuleFactory }) => {
      normalModuleFactory.hooks.beforeResolve.tap(NAME, (data) => {
        const { issuer } = data.contextInfo;
        if (isForBrowsers(issuer) || namesOne(data.request, data.context, forBrowsers))
          data.resolveOptions = { ...data.resolveOptions, ...BROWSER };
      });
      compilation.hooks.finishModules.tapPromise(NAME, async () => {
        const rebuild = promisify(compilation.rebuildModule.bind(compilation));
        for (;;) {
          const reached = reachable(compilation);
          const found = new Set<string>();
          for (const { origin } of nodeImports(compilation, reached))
            for (const folder of withBrowserFiles(compilation, reached, origin))
              if (!forBrowsers.has(folder)) found.add(folder);
          if (found.size === 0) return;
          for (const folder of found) forBrowsers.add(folder);
          for (const module of importersOf(compilation, reached, found)) await rebuild(module);
        }
      });
    });
  };
}

/**
 * Refuses imports of modules of Node, with the package and the file of the app that leads to it. A `require` of one
 * throws when it is called (`nodeModulesAreMissing`), because a package may guard it.
 */
export function nodeModulesRefused(root: string): (compiler: Compiler) => void {
  return function NodeModulesRefused({ hooks }: Compiler): void {
    hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.afterOptimizeModules.tap(NAME, () => {
        for (const { request, origin } of nodeImports(compilation, new Set(compilation.modules), true))
          compilation.errors.push(refusal(compilation, root, request, origin));
      });
    });
  };
}

/**
 * Refuses `await` at the top of a module that a page evaluates: pages are evaluated at once, and such a one would have
 * no component. `import()` may load such a module.
 */
export function topLevelAwaitRefused(root: string): (compiler: Compiler) => void {
  return function TopLevelAwaitRefused({ hooks }: Compiler): void {
    hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.afterOptimizeModules.tap(NAME, () => {
        const { moduleGraph } = compilation;
        for (const module of reachable(compilation, isEvaluatedAtOnce))
          if ((module.buildMeta as { async?: boolean } | undefined)?.async && moduleGraph.isAsync(module))
            compilation.errors.push(awaitRefusal(compilation, root, module));
      });
    });
  };
}

function awaitRefusal(compilation: Compilation, root: string, module: Module): webpack.WebpackError {
  const { own, at, name } = ownerOf(compilation, root, module);
  const subject = name === undefined ? `${at} has` : `The package "${name}" has`;
  const importer = name === undefined ? '' : `; ${at} imports it`;
  const error = new webpack.WebpackError(
    `${subject} \`await\` at the top of a module${importer}. Pages are evaluated at once. ` +
      `Wait in the loader of the page or in an effect, or load the module by import().`,
  );
  error.module = own ?? module;
  return error;
}

interface Package {
  name: string;
  folder: string;
}

function packageOf(file: string): Package | undefined {
  const [folder, name] = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
  return folder === undefined ? undefined : { folder, name: name!.replaceAll('\\', '/') };
}

const fileOf = (module: Module): string => module.nameForCondition() ?? '';

/** @returns whether a request names one of these packages, as seen from a folder. */
function namesOne(request: string, context: string, folders: ReadonlySet<string>): boolean {
  const [name] = /^(?:@[^/]+\/)?[^./@][^/]*/.exec(request) ?? [];
  if (name === undefined) return false;
  return [...folders].some((folder) => {
    const above = path.dirname(folder.slice(0, folder.length - path.normalize(name).length));
    return (
      folder.endsWith(path.join('node_modules', name)) && !path.relative(above, context).startsWith('..')
    );
  });
}

function hasBrowserFiles(folder: string): boolean {
  try {
    return readFileSync(path.join(folder, 'package.json'), 'utf8').includes('"browser"');
  } catch {
    return false;
  }
}

/**
 * A package without files for browsers may be one that only the files for Node of another package import.
 * @param needs a module that imports one of Node
 * @returns folders of the nearest packages with files for browsers: its own, or those that import it
 */
function withBrowserFiles(
  { moduleGraph }: Compilation,
  reached: ReadonlySet<Module>,
  needs: Module,
): Set<string> {
  const found = new Set<string>();
  const open = new Set([needs]);
  for (const module of open) {
    const { folder } = packageOf(fileOf(module)) ?? {};
    if (folder === undefined) continue;
    if (hasBrowserFiles(folder)) found.add(folder);
    else
      for (const { originModule } of moduleGraph.getIncomingConnections(module))
        if (originModule && reached.has(originModule)) open.add(originModule);
  }
  return found;
}

/** Whether a module is evaluated with the one that imports it. */
const isEvaluatedAtOnce = ({ dependency }: ModuleGraphConnection): boolean =>
  !dependency?.type.startsWith('import()');

/**
 * @param follows whether an import counts; default: all do
 * @returns the modules that the entries import, directly or not
 */
function reachable(
  { entries, moduleGraph }: Compilation,
  follows: (connection: ModuleGraphConnection) => boolean = () => true,
): Set<Module> {
  const found = new Set<Module>();
  const open: Module[] = [];
  const add = (module: Module | null): void => {
    if (!module || found.has(module)) return;
    found.add(module);
    open.push(module);
  };
  for (const { dependencies } of entries.values())
    for (const dependency of dependencies) add(moduleGraph.getModule(dependency));
  for (let module = open.pop(); module; module = open.pop())
    for (const connection of moduleGraph.getOutgoingConnections(module))
      if (follows(connection)) add(connection.module);
  return found;
}

/**
 * @param certain only imports that are in the bundle and that are evaluated with their module
 * @returns the imports of modules of Node that are not caught
 */
function nodeImports(
  { moduleGraph, chunkGraph }: Compilation,
  modules: ReadonlySet<Module>,
  certain = false,
): { request: string; origin: Module }[] {
  const found: { request: string; origin: Module }[] = [];
  for (const module of modules) {
    const { externalType, request } = module as Module & { externalType?: string; request?: unknown };
    const [, name] = externalType === 'var' ? (MISSING.exec(String(request)) ?? []) : [];
    if (name === undefined) continue;
    const origins = new Set<Module>();
    for (const { dependency, originModule: origin } of moduleGraph.getIncomingConnections(module)) {
      if (!origin || !dependency || !modules.has(origin)) continue;
      const { optional, type } = dependency as Dependency & { optional?: boolean };
      // ES modules have no `require`, so one that calls it does so where it expects Node only.
      const isEsModule =
        (origin.buildMeta as { exportsType?: string } | undefined)?.exportsType === 'namespace';
      if (optional || (isEsModule && type === 'cjs require')) continue;
      if (certain && (!type.startsWith('harmony') || chunkGraph.getNumberOfModuleChunks(origin) === 0))
        continue;
      origins.add(origin);
    }
    for (const origin of origins) found.push({ request: name, origin });
  }
  return found;
}

/** @returns the modules with an import of a module of these packages. */
function importersOf(
  { moduleGraph }: Compilation,
  modules: ReadonlySet<Module>,
  packages: ReadonlySet<string>,
): Module[] {
  return [...modules].filter((module) =>
    [...moduleGraph.getOutgoingConnections(module)].some((connection) =>
      packages.has(packageOf(fileOf(connection.module))?.folder ?? ''),
    ),
  );
}

function refusal(
  compilation: Compilation,
  root: string,
  request: string,
  origin: Module,
): webpack.WebpackError {
  const { own, at, name } = ownerOf(compilation, root, origin);
  const needs = `needs the module "${request}" of Node`;
  const subject = name === undefined ? `${at} ${needs}` : `The package "${name}" ${needs}; ${at} imports it`;
  const error = new webpack.WebpackError(
    `${subject}. Pages are rendered in an edge runtime and in browsers, without Node. Use a package for browsers or edge runtimes, ` +
      `import it in an effect with import(), or get the data from an upstream (mfe docs recipes).`,
  );
  error.module = own ?? origin;
  return error;
}

/** @returns the name of the package of a module, if it is of one, and the module of the app that leads to it */
function ownerOf(
  compilation: Compilation,
  root: string,
  module: Module,
): { own: Module | undefined; at: string | undefined; name: string | undefined } {
  const { name } = packageOf(fileOf(module)) ?? {};
  const own = name === undefined ? module : ownImporter(compilation, module);
  return { own, at: own && path.relative(root, fileOf(own)).replaceAll('\\', '/'), name };
}

/** @returns the nearest module of the app that leads to a module of a package. */
function ownImporter({ moduleGraph }: Compilation, from: Module): Module | undefined {
  const seen = new Set([from]);
  for (const module of seen) {
    if (fileOf(module) !== '' && !packageOf(fileOf(module))) return module;
    for (const { originModule } of moduleGraph.getIncomingConnections(module))
      if (originModule) seen.add(originModule);
  }
  return undefined;
}
