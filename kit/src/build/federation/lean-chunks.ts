import webpack, { type Chunk, type Compiler, type RuntimeModule } from 'webpack';

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
 * (refresh/client/app-runtimes.ts).
 */
export class LeanChunks {
  readonly importFunction: string;
  /** @param importFunction code of a function that gets the address of a script, in place of a native `import()`. */
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

/** The imports of a script are evaluated before its own code. */
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
