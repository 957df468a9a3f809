import webpack, { type Chunk, type Compilation, type Compiler, type RuntimeModule } from 'webpack';

const NAME = 'LeanChunks';
const { RuntimeGlobals } = webpack;

/**
 * Features of webpack's chunk loading. A build that needs one of them uses webpack's runtime.
 */
const MORE = [
  RuntimeGlobals.baseURI,
  RuntimeGlobals.hmrDownloadManifest,
  RuntimeGlobals.hmrDownloadUpdateHandlers,
  RuntimeGlobals.prefetchChunkHandlers,
  RuntimeGlobals.preloadChunkHandlers,
];

/**
 * Loads chunks with less code than webpack's runtime, because `import()` returns a promise and evaluates dependent
 * chunks in order. For production only: pages with hot updates use webpack's runtime
 * (refresh/client/refresh-page.ts).
 * @param importFunction code of a function that gets the address of a script, in place of a native `import()`.
 */
export function leanChunks(importFunction: string) {
  return function applyLeanChunks({ hooks }: Compiler): void {
    hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeModule.tap(NAME, (module: RuntimeModule, chunk: Chunk) => {
        if (module.name === 'chunk loaded') module.generate = () => LOADED;
        if (module.name !== ENSURE && module.name !== IMPORT) return;
        const { generate } = module;
        module.generate = function lean() {
          const required = compilation.chunkGraph.getTreeRuntimeRequirements(chunk);
          const scripts = scriptsOf(compilation, chunk, module, required);
          if (!scripts) return generate.call(this)?.replaceAll('import(', `${importFunction}(`) ?? null;
          return module.name === IMPORT ? loading(scripts, importFunction, required) : null;
        };
      });
    });
  };
}

/** The runtime module that asks all handlers of chunks for one, and that of the only handler here. */
const ENSURE = 'ensure chunk';
const IMPORT = 'import chunk loading';

interface Scripts {
  /** JSON of a chunk's id → code of its script's address. */
  addresses: [id: string, address: string][];
  /** Each address is this, the id and `.js`; undefined: the addresses have no such rule. */
  before: string | undefined;
}

/** @returns undefined when more than scripts is loaded. */
function scriptsOf(
  { chunkGraph, outputOptions, runtimeTemplate }: Compilation,
  chunk: Chunk,
  module: RuntimeModule,
  required: ReadonlySet<string>,
): Scripts | undefined {
  const found = runtimeTemplate.analyzableChunkImports(chunk, chunkGraph, required, module);
  const needsUrl = runtimeTemplate.chunkImportsNeedRuntimeUrl(chunk, chunkGraph);
  if (!found || needsUrl || MORE.some((one) => required.has(one))) return undefined;
  const addresses = [...found].map(([id, address]): [string, string] => [String(id), address]);
  const before = String(outputOptions.publicPath);
  const isRegular = addresses.every(([id, address]) => address === JSON.stringify(`${before}${id}.js`));
  // A chunk without a script: a stylesheet.
  const others = [...chunk.getAllReferencedChunks()].some((one) => one !== chunk && !found.has(one.id!));
  return { addresses, before: isRegular && !others ? before : undefined };
}

/** The imports of a script are evaluated before its own code. */
const LOADED = `${RuntimeGlobals.onChunksLoaded} = (result, chunks, start) => start ? start() : result;`;

function loading(
  { addresses, before }: Scripts,
  importFunction: string,
  required: ReadonlySet<string>,
): string {
  const { ensureChunk, externalInstallChunk, moduleFactories, require } = RuntimeGlobals;
  const table = addresses.map(([id, address]) => `${JSON.stringify(id)}: ${address}`).join(', ');
  const load = (
    address: string,
  ): string => `loading[id] ??= ${importFunction}(${address}).then(install, (error) => {
  delete loading[id];
  throw error;
})`;
  return `
const loading = {};
const install = (chunk) => {
  Object.assign(${moduleFactories}, chunk.__webpack_esm_modules__);
  chunk.__webpack_esm_runtime__?.(${require});
};
${before !== undefined ? '' : `const scripts = {${table}};`}
${ensureChunk} = async (id) => ${before !== undefined ? load(`${JSON.stringify(before)} + id + ".js"`) : `scripts[id] && (${load('scripts[id]')})`};
${required.has(externalInstallChunk) ? `${externalInstallChunk} = install;` : ''}`;
}
