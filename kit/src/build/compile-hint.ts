import webpack, { type WebpackPluginInstance } from 'webpack';

/** What hydrates every page: the shell's entry, and React. */
const HYDRATING = /^(?:main|react)\.js$/;
/** Read where it is the first line. */
const HINT = '//# allFunctionsCalledOnLoad';

/**
 * Has Chromium compile scripts as they come in, in a thread beside the page's. Else it compiles each function when it is called first, in the page's
 * own, and reads all of React for it once more. Other browsers read over it.
 */
export function compileHint(): WebpackPluginInstance {
  // The minimizer would take it out; source maps count its line.
  const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
  return new webpack.BannerPlugin({ banner: HINT, raw: true, test: HYDRATING, stage });
}
