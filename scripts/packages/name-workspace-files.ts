import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './pack-files.ts';

const WORKSPACE_IMPORT = /(['"])@voltframe\/(kit|enquiries)\/([\w./-]+)\1/g;

/**
 * Makes the imports of kit and enquiries relative in the compiled gateway. The gateway's package contains these files,
 * because the gateway uses more modules of the kit than the kit's package exports.
 * @param folder of the package, with `dist/gateway`, `dist/enquiries` and `dist/kit`
 */
export function nameWorkspaceFiles(folder: string): void {
  for (const name of filesOf(folder).filter((file) => /^dist\/.+\.js$/.test(file))) {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    const named = text.replace(WORKSPACE_IMPORT, (_, quote: string, part: string, module: string) => {
      const place = path.posix.relative(path.posix.dirname(name), `dist/${part}/src/${module}.js`);
      return `${quote}${place.startsWith('.') ? place : `./${place}`}${quote}`;
    });
    if (named !== text) writeFileSync(file, named);
  }
}
