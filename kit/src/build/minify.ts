import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type WebpackPluginInstance } from 'webpack';

/**
 * Minification of scripts. Terser assigns names by the frequency of letters in a file, so that one edit would change
 * every name. With a fixed order a release differs from the one before only in the edited parts, and its difference
 * is small.
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
 * It runs in terser's worker, which gets its source, so it must not use outer variables.
 * @param n counted from 0. @returns the n-th of all names, the shortest ones first
 */
function nthName(n: number): string {
  // Ordered by the frequency of these letters in scripts. Digits come last, because no name begins with one.
  const letters = 'etnrisouaflchpdvmgybwESxTNCkLAOM_DPHBjFIqRUzWXV$JKQGYZ0516372984';
  let name = letters[n % 54]!;
  for (let rest = Math.floor(n / 54); rest > 0; rest = Math.floor((rest - 1) / 64))
    name += letters[(rest - 1) % 64]!;
  return name;
}

/** The scripts that hydrate every page: the shell's entry, and React. */
const HYDRATING = /^(?:main|react)\.js$/;
/** Has an effect in the first line only. */
const HINT = '//# allFunctionsCalledOnLoad';

/**
 * Makes Chromium compile the script during the download, in a background thread. Otherwise it compiles each function
 * at its first call in the main thread, and parses all of React again. Other browsers ignore the comment.
 */
export function compileHint(): WebpackPluginInstance {
  // Added after minification, which would remove it; source maps count its line.
  const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
  return new webpack.BannerPlugin({ banner: HINT, raw: true, test: HYDRATING, stage });
}
