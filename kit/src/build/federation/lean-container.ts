import path from 'node:path';
import webpack, {
  type AsyncDependenciesBlock,
  type ChunkGraph,
  type Compilation,
  type Compiler,
  type Module,
  type RuntimeModule,
} from 'webpack';

const NAME = 'LeanContainer';
const { RuntimeGlobals } = webpack;
/** The extension of this file: JavaScript in the package. */
const RUNTIME = path.join(import.meta.dirname, `lean-runtime${path.extname(import.meta.filename)}`);
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
export class LeanContainer {
  apply(compiler: Compiler): void {
    new webpack.NormalModuleReplacementPlugin(/[\\/]\.federation[\\/]entry\./, RUNTIME).apply(compiler);
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
          if (isContainer(module)) writeAnew(module, () => containerCode(compilation, module));
      });
    });
  }
}

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

function containerCode(compilation: Compilation, container: Container): string {
  const { chunkGraph, moduleGraph } = compilation;
  const idOf = (module: Module | null): string => String(module && chunkGraph.getModuleId(module));
  const exposes = container.blocks.map((block) => {
    const modules = block.dependencies.map((dependency) => idOf(moduleGraph.getModule(dependency)));
    const { exposedName } = block.dependencies[0] as unknown as { exposedName: string };
    return [exposedName, [chunkOf(chunkGraph, block), ...modules]] as const;
  });
  const modules = [...compilation.modules];
  const consumed = modules.filter((module): module is Consumed => module.type === 'consume-shared-module');
  const consumes = consumed.map((module) => [idOf(module), module.options.shareKey] as const);
  const runtime = modules.find((module) => module.nameForCondition() === RUNTIME);
  const parts = [exposes, consumes.toSorted()].map((part) => JSON.stringify(Object.fromEntries(part)));
  const made = `${RuntimeGlobals.require}(${JSON.stringify(idOf(runtime ?? null))}).createContainer`;
  return `Object.assign(exports, ${made}(${RuntimeGlobals.require}, ${parts.join(', ')}));`;
}

function chunkOf(chunkGraph: ChunkGraph, block: AsyncDependenciesBlock): string {
  return String(chunkGraph.getBlockChunkGroup(block)!.chunks[0]!.id);
}
