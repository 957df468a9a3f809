import { createRequire } from 'node:module';
import path from 'node:path';
import webpack, {
  type AsyncDependenciesBlock,
  type ChunkGraph,
  type Compilation,
  type Compiler,
  type Dependency,
  type Module,
  type RuntimeModule,
  type WebpackPluginInstance,
} from 'webpack';
import { libraryUrl } from '../../contract/release/library-file.ts';
import { isFacadeModule } from '../router-facade.ts';
import { librariesOf } from './chunk-libraries.ts';
import { SHARED_MODULES, SHARED_SURFACE, requiredRange, sharedVersions } from './shared-scope.ts';

const require = createRequire(import.meta.url);
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack') as {
  ModuleFederationPlugin: new (options: object) => WebpackPluginInstance;
};

const NAME = 'Federation';

/**
 * Module Federation for the client build of a remote. The shell does not need it, because its share scope is one of its
 * modules (shared-scope.ts).
 * @param exposes expose → module and chunk name
 * @param importFunction of an app that shares libraries: code of a function that gets the address of a script
 */
export function federationPlugins(
  name: string,
  exposes: Record<string, { import: string | string[]; name: string }>,
  importFunction?: string,
) {
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
  return [leanContainer(importFunction), federation, declaredSharedExports(SHARED_SURFACE)];
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

/**
 * The exports in use of a large shared module are declared, so that the shell leaves out the others: 29 KB of
 * react-router. An import outside the list fails the build of the app that makes it.
 * @param surface shared module → names of its exports that may be used
 */
export function declaredSharedExports(surface: Record<string, readonly string[]>) {
  return function DeclaredSharedExports({ hooks }: Compiler): void {
    hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.dependencyReferencedExports.tap(NAME, (referenced, dependency) => {
        const { request = '' } = dependency as Dependency & { request?: string };
        if (dependency.type !== 'harmony import specifier' || !Object.hasOwn(surface, request))
          return referenced;
        // An app's import of react-router is one of the façade (router-facade.ts).
        if (isFacadeModule(compilation.moduleGraph.getModule(dependency))) return referenced;
        for (const reference of referenced) {
          const used = (Array.isArray(reference) ? reference : reference.name)[0];
          if (!used || surface[request]!.includes(used)) continue;
          const message = `"${used}" of "${request}" is not in the shared surface (kit/src/build/federation/shared-scope.ts)`;
          if (!compilation.errors.some((error) => error.message === message))
            compilation.errors.push(new webpack.WebpackError(message));
        }
        return referenced;
      });
    });
  };
}

const { RuntimeGlobals } = webpack;
/** The extension of this file: JavaScript in the package. */
const runtimeFile = (name: string): string =>
  path.join(import.meta.dirname, name + path.extname(import.meta.filename));
const RUNTIME = runtimeFile('lean-runtime');
const LIBRARY_RUNTIME = runtimeFile('library-container');
/** The package's plugin adds its runtime and the needed parts of webpack's, unless they are already required. */
const PACKAGE_RUNTIME = '__webpack_require__.federation';
/** Parts of a container's runtime that the package, and webpack for it, generate. */
const REPLACED = new Set(['sharing', 'consumes', 'embed federation']);

type CodeGeneration = Module['codeGeneration'];
type Container = Module & { blocks: AsyncDependenciesBlock[] };
type Consumed = Module & { options: { shareKey: string } };

/**
 * Writes a remote's container with lean-runtime.ts. The package's plugin creates the container and its manifest of
 * exposes and shared modules; the plugin's runtime, which is larger than most pages, is left out.
 */
const leanContainer =
  (importFunction?: string) =>
  (compiler: Compiler): void => {
    const runtime = importFunction === undefined ? RUNTIME : LIBRARY_RUNTIME;
    new webpack.NormalModuleReplacementPlugin(/[\\/]\.federation[\\/]entry\./, runtime).apply(compiler);
    compiler.hooks.thisCompilation.tap({ name: NAME, stage: -1 }, (compilation) => {
      const { hooks } = compilation;
      let cacheUsed = false;
      hooks.additionalTreeRuntimeRequirements.tap({ name: NAME, stage: -1 }, (_, required) => {
        required.add(PACKAGE_RUNTIME);
        cacheUsed = required.has(RuntimeGlobals.moduleCache);
      });
      hooks.additionalTreeRuntimeRequirements.tap({ name: NAME, stage: 1 }, (_, required) => {
        if (!cacheUsed) required.delete(RuntimeGlobals.moduleCache);
      });
      hooks.additionalChunkRuntimeRequirements.tap({ name: NAME, stage: 1 }, (_, required) => {
        required.delete(RuntimeGlobals.startupOnlyBefore);
      });
      hooks.runtimeModule.tap(NAME, (module: RuntimeModule) => {
        if (REPLACED.has(module.name)) module.generate = () => null;
      });
      hooks.finishModules.tap(NAME, (modules) => {
        for (const module of modules)
          if (isContainer(module))
            writeAnew(module, () => containerCode(compilation, module, importFunction));
      });
    });
  };

function isContainer(module: Module): module is Container {
  return module.constructor.name === 'ContainerEntryModule';
}

/** Its hash is the hash of its code, which a watching build reads. */
function writeAnew(module: Module, code: () => string): void {
  const { updateHash } = module;
  module.updateHash = function update(hash, context) {
    updateHash.call(this, hash, context);
    hash.update(code());
  };
  const codeGeneration: CodeGeneration = () => ({
    sources: new Map([['javascript', new webpack.sources.RawSource(code())]]),
    runtimeRequirements: new Set(REQUIREMENTS),
  });
  module.codeGeneration = codeGeneration;
}

const REQUIREMENTS = [
  RuntimeGlobals.require,
  RuntimeGlobals.exports,
  RuntimeGlobals.ensureChunk,
  RuntimeGlobals.moduleFactories,
];

function containerCode(compilation: Compilation, container: Container, importFunction?: string): string {
  const { chunkGraph, moduleGraph } = compilation;
  const idOf = (module: Module | null): string => String(module && chunkGraph.getModuleId(module));
  const exposes = container.blocks.map((block) => {
    const modules = block.dependencies.map((dependency) => idOf(moduleGraph.getModule(dependency)));
    const { exposedName } = block.dependencies[0] as unknown as { exposedName: string };
    return [exposedName, [chunksOf(chunkGraph, block), ...modules]] as const;
  });
  const modules = [...compilation.modules];
  const consumed = modules.filter((module): module is Consumed => module.type === 'consume-shared-module');
  const consumes = consumed.map((module) => [idOf(module), module.options.shareKey] as const);
  const parts = [exposes, consumes.toSorted()].map((part) => JSON.stringify(Object.fromEntries(part)));
  const made = (file: string, name: string): string => {
    const runtime = modules.find((module) => module.nameForCondition() === file);
    return `${RuntimeGlobals.require}(${JSON.stringify(idOf(runtime ?? null))}).${name}`;
  };
  const given = [RuntimeGlobals.require, ...parts];
  if (importFunction === undefined)
    return `Object.assign(exports, ${made(RUNTIME, 'createContainer')}(${given.join(', ')}));`;
  const needs = [...compilation.chunks].flatMap((chunk) => {
    const addresses = librariesOf(chunkGraph, chunk).map(libraryUrl);
    return addresses.length > 0 ? [[String(chunk.id), addresses] as const] : [];
  });
  given.push(JSON.stringify(Object.fromEntries(needs.toSorted())), importFunction);
  return `Object.assign(exports, ${made(LIBRARY_RUNTIME, 'createLibraryContainer')}(${given.join(', ')}));`;
}

/** @returns the chunk of an expose, or all of them when it shares some with others. */
function chunksOf(chunkGraph: ChunkGraph, block: AsyncDependenciesBlock): string | string[] {
  const ids = chunkGraph.getBlockChunkGroup(block)!.chunks.map(({ id }) => String(id));
  return ids.length === 1 ? ids[0]! : ids;
}
