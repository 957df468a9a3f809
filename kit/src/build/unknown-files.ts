import path from 'node:path';
import webpack, { type Compiler } from 'webpack';

const NAME = 'UnknownFiles';
/** Files that webpack reads as scripts without a loader. */
const SCRIPT = /\.(?:[cm]?[jt]sx?|json|es\d*|esm)$/i;

/**
 * Refuses an import of a file that no rule of the build or of the team is for. webpack would read it as a script, which
 * a file of data may be by chance: `a: 1` is a script without exports.
 * @param root folder of the app
 */
export function unknownFilesRefused(root: string): (compiler: Compiler) => void {
  return function UnknownFilesRefused({ hooks }: Compiler): void {
    hooks.compilation.tap(NAME, (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.afterResolve.tap(NAME, ({ createData, contextInfo }) => {
        const { type, loaders = [], resource = '' } = createData;
        const file = resource.split('?', 1)[0]!;
        const extension = path.extname(file);
        if (type !== 'javascript/auto' || loaders.length > 0 || extension === '' || SCRIPT.test(file)) return;
        if (!path.isAbsolute(file) || /[\\/]node_modules[\\/]/.test(contextInfo.issuer)) return;
        const relative = (name: string): string => path.relative(root, name).replaceAll('\\', '/');
        throw new webpack.WebpackError(
          `${relative(contextInfo.issuer)} imports ${relative(file)}, and the build knows no files "${extension}". ` +
            `Import the text by "?raw" or the address by "?url", or add a rule by webpack() in mfe.config.ts.`,
        );
      });
    });
  };
}
