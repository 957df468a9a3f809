/* oxlint-disable no-underscore-dangle -- webpack's names */
/**
 * Builds a script that code names by `new URL('./sums.ts', import.meta.url)`, as a worker does: one file with all that
 * it imports, because import maps do not reach workers.
 * @throws the errors of its build
 */
module.exports = function worker() {
  const done = this.async();
  const { webpack } = this._compiler;
  const filename = 'worker.js';
  const child = this._compilation.createChildCompiler('worker', { filename });
  new webpack.EntryPlugin(this.context, this.resourcePath, { name: 'worker' }).apply(child);
  new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }).apply(child);
  child.compile((error, compilation) => {
    if (error) return done(error);
    for (const file of compilation.fileDependencies) this.addDependency(file);
    for (const file of compilation.missingDependencies) this.addMissingDependency(file);
    const [first] = compilation.errors;
    return first ? done(first) : done(null, compilation.getAsset(filename).source.source());
  });
};
