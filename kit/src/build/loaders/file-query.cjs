/**
 * `./sums.ts?worker` is a class whose instances are workers of the script, as in Vite.
 * @throws for the other queries of Vite, with the file and the way out
 */
module.exports = function fileQuery() {
  const file = this.utils.contextify(this.rootContext, this.resourcePath).replace(/^\.\//, '');
  if (this.resourceQuery !== '?worker') {
    const message = `${file}${this.resourceQuery} is not built: ?raw is the text of a file, ?url the address of a file that is no stylesheet, ?worker a class of workers, ?react a drawing as a component`;
    throw Object.assign(new Error(message), { hideStack: true });
  }
  const name = JSON.stringify(this.utils.contextify(this.context, this.resourcePath));
  return `export default function () { return new Worker(new URL(${name}, import.meta.url), { type: 'module' }); }`;
};
