/* oxlint-disable no-underscore-dangle -- webpack's names */
/**
 * Builds a script that code names by `new URL('./sums.ts', import.meta.url)`, as a worker does: one file with all that
 * it imports, because import maps do not reach workers.
 * Its name depends on the declared sources, too: browsers keep the file with the policy of its first answer.
 * @throws the errors of its build
 */
module.exports = function worker() {
  const done = this.async();
  const { webpack } = this._compiler;
  const { sources } = this.getOptions();
  const filename = 'worker.js';
  const child = this._compilation.createChildCompiler('worker', { filename });
  new webpack.EntryPlugin(this.context, this.resourcePath, { name: 'worker' }).apply(child);
  new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }).apply(child);
  child.compile((error, compilation) => {
    if (error) return done(error);
    for (const file of compilation.fileDependencies) this.addDependency(file);
    for (const file of compilation.missingDependencies) this.addMissingDependency(file);
    const [first] = compilation.errors;
    if (first) return done(first);
    const script = compilation.getAsset(filename).source.source();
    const isOwn = Object.keys(sources).length > 0;
    return done(null, isOwn ? `${script}\n/* ${JSON.stringify(sources).replaceAll('*/', '')} */` : script);
  });
};
