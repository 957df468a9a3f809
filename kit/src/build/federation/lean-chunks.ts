import webpack, { type Chunk, type Compiler, type RuntimeModule } from 'webpack';

const NAME = 'LeanChunks';
const { RuntimeGlobals } = webpack;

/**
 * What webpack's loading of chunks may do beyond loading scripts: where a build needs one of these, it stays as it is.
 */
const MORE = [
  RuntimeGlobals.baseURI,
  RuntimeGlobals.hmrDownloadManifest,
  RuntimeGlobals.hmrDownloadUpdateHandlers,
  RuntimeGlobals.prefetchChunkHandlers,
  RuntimeGlobals.preloadChunkHandlers,
];

/**
 * Loads chunks in fewer words than webpack does: a module's `import()` is a promise already, and keeps the order in
 * which chunks that depend on each other are evaluated. For production: an open page that takes in edits uses webpack's
 * own (refresh/client/app-runtimes.ts).
 */
export class LeanChunks {
  readonly importFunction: string;
  /** @param importFunction code of the function that takes a script's address, in place of a native `import()`. */
  constructor(importFunction: string) {
    this.importFunction = importFunction;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const { runtimeTemplate } = compilation;
      compilation.hooks.runtimeModule.tap(NAME, (module: RuntimeModule, chunk: Chunk) => {
        if (module.name === 'chunk loaded') module.generate = () => LOADED;
        if (module.name !== 'import chunk loading') return;
        const { generate } = module;
        const { importFunction } = this;
        module.generate = function lean() {
          const { chunkGraph } = compilation;
          const required = chunkGraph.getTreeRuntimeRequirements(chunk);
          const scripts = runtimeTemplate.analyzableChunkImports(chunk, chunkGraph, required, module);
          const runtimeUrl = runtimeTemplate.chunkImportsNeedRuntimeUrl(chunk, chunkGraph);
          if (!scripts || runtimeUrl || MORE.some((one) => required.has(one)))
            return generate.call(this)?.replaceAll('import(', `${importFunction}(`) ?? null;
          const lines = [...scripts].map(([id, url]) => `${JSON.stringify(String(id))}: ${url}`);
          return loading(lines, importFunction, required.has(RuntimeGlobals.externalInstallChunk));
        };
      });
    });
  }
}

/** What a script imports is there before its own code runs. */
const LOADED = `${RuntimeGlobals.onChunksLoaded} = (result, chunks, start) => start ? start() : result;`;

function loading(scripts: string[], importFunction: string, installs: boolean): string {
  const { ensureChunkHandlers, externalInstallChunk, moduleFactories, require } = RuntimeGlobals;
  return `
const scripts = {${scripts.join(', ')}};
const loading = {};
const install = (chunk) => {
  Object.assign(${moduleFactories}, chunk.__webpack_esm_modules__);
  chunk.__webpack_esm_runtime__?.(${require});
};
${ensureChunkHandlers}.j = (id, promises) => {
  if (scripts[id]) promises.push(loading[id] ??= ${importFunction}(scripts[id]).then(install, (error) => {
    delete loading[id];
    throw error;
  }));
};
${installs ? `${externalInstallChunk} = install;` : ''}`;
}
