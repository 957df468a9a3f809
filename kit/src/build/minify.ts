import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type WebpackPluginInstance } from 'webpack';

/**
 * How scripts are minified. Terser gives the shortest names to the letters that a file has most of: one sentence more,
 * and every name of the file is another. In a fixed order a release differs from the one before in what was edited
 * alone, and its difference is small.
 */
export const MINIFIED = {
  ecma: 2020,
  module: true,
  compress: { passes: 3 },
  mangle: { nth_identifier: { get: nthName } },
  format: { comments: false },
} as const;

export function minimizer(): InstanceType<typeof TerserPlugin> {
  return new TerserPlugin({
    minify: TerserPlugin.terserMinify,
    extractComments: false,
    terserOptions: MINIFIED,
  });
}

/**
 * It runs in terser's worker, which gets its text: it can use nothing from outside of itself.
 * @param n counted from 0. @returns the n-th of all names, the shortest ones first
 */
function nthName(n: number): string {
  // By how often scripts have these letters anyway. No name begins with a figure: those come last.
  const letters = 'etnrisouaflchpdvmgybwESxTNCkLAOM_DPHBjFIqRUzWXV$JKQGYZ0516372984';
  let name = letters[n % 54]!;
  for (let rest = Math.floor(n / 54); rest > 0; rest = Math.floor((rest - 1) / 64))
    name += letters[(rest - 1) % 64]!;
  return name;
}

/** What hydrates every page: the shell's entry, and React. */
const HYDRATING = /^(?:main|react)\.js$/;
/** Read where it is the first line. */
const HINT = '//# allFunctionsCalledOnLoad';

/**
 * Has Chromium compile scripts as they come in, in a thread beside the page's. Else it compiles each function when it
 * is called first, in the page's own, and reads all of React for it once more. Other browsers read over it.
 */
export function compileHint(): WebpackPluginInstance {
  // The minimizer would take it out; source maps count its line.
  const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
  return new webpack.BannerPlugin({ banner: HINT, raw: true, test: HYDRATING, stage });
}
