import { parseSync } from 'oxc-parser';
import webpack, { type Compiler } from 'webpack';

const NAME = 'ServerComments';

/**
 * Drops comments from the bundle of the server: a fifth of the text of packages. The source map follows. Minification
 * would take twice as long as the rest of this build, and the map would have twice its size.
 */
export function serverComments({ hooks }: Compiler): void {
  hooks.compilation.tap(NAME, (compilation) => {
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE;
    compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) => {
      for (const [file, source] of Object.entries(assets)) {
        if (!file.endsWith('.cjs')) continue;
        const text = String(source.source());
        const without = new webpack.sources.ReplaceSource(source);
        const { comments, errors } = parseSync(file, text);
        if (errors.length > 0) continue;
        for (const { start, end } of comments)
          // As JavaScript reads a comment: between two words, or as the end of a line.
          without.replace(start, end - 1, text.slice(start, end).includes('\n') ? '\n' : ' ');
        compilation.updateAsset(file, without);
      }
    });
  });
}
