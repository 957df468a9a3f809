import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './pack-files.ts';

const KIT_IMPORT = /(['"])@voltframe\/kit\/([\w./-]+)\1/g;

/**
 * Lets the compiled gateway import the kit's files by their places in its own package: it uses more of the kit than the
 * kit's package offers, and brings exactly those files.
 * @param folder of the package, with `dist/gateway` and `dist/kit`
 */
export function nameKitFiles(folder: string): void {
  for (const name of filesOf(folder).filter((file) => /^dist\/.+\.js$/.test(file))) {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    const named = text.replace(KIT_IMPORT, (_, quote: string, module: string) => {
      const place = path.posix.relative(path.posix.dirname(name), `dist/kit/src/${module}.js`);
      return `${quote}${place.startsWith('.') ? place : `./${place}`}${quote}`;
    });
    if (named !== text) writeFileSync(file, named);
  }
}
