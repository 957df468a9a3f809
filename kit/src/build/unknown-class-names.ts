import type { Compiler, Dependency } from 'webpack';

const NAME = 'UnknownClassNames';
const MODULE_STYLES = /\.module\.(?:css|s[ac]ss)$/;

/** A use of an import, as webpack has it. */
interface Use extends Dependency {
  request?: string;
  /** The import and its used properties; those of a namespace are the properties alone. */
  ids?: string[];
  /** The imported name itself is used, not a property of it. */
  directImport?: boolean;
  exportPresenceMode?: number;
}

/** webpack's mode of a use whose export may be missing. */
const NO_CHECK = 0;

/**
 * `styles.unknown` of `import * as styles` is undefined, as that of a default import is, in Vite and in Next.js. The
 * import of an unknown name (`import { unknown }`) stays an error.
 */
export function unknownClassNames({ hooks }: Compiler): void {
  hooks.compilation.tap(NAME, (compilation) => {
    // webpack looks for missing exports right after.
    compilation.hooks.finishModules.tap(NAME, (modules) => {
      for (const { dependencies } of modules)
        for (const use of dependencies as Use[]) if (isProperty(use)) use.exportPresenceMode = NO_CHECK;
    });
  });
}

function isProperty({ request = '', ids, directImport }: Use): boolean {
  return MODULE_STYLES.test(request) && ids?.length === 1 && directImport !== true;
}
