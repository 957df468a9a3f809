import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../apps.ts';
import { runNode } from '../processes.ts';

const TSC = path.join(root, 'node_modules/typescript/bin/tsc');
/** Of the package's folder, beside what is compiled. */
const TAKEN_ALONG = ['README.md', 'bin', 'templates'];
/** Files that are no TypeScript. */
const COPIED = '**/{*.cjs,*.css,*.ttf,images.d.ts}';
/** Relative imports of TypeScript in what tsc does not write anew: loaders, and the types of the declarations. */
const TYPESCRIPT_IMPORT = /(['"]\.{1,2}\/[^'"\n]*)(?<!\.d)\.tsx?(?=['"])/g;
/** Of declarations that are copied: tsc names them where they lay, and they lie beside it. */
const REFERENCE = /(<reference path=")[^"\n]*\/(?=[\w-]+\.d\.ts")/g;

/**
 * Compiles a package of the workspace to JavaScript that runs under `node_modules`, with declarations and source maps.
 * @param folder `kit`
 * @param target is emptied first; gets `dist/` and what the package brings besides
 * @param sources where in it the compiled `src` of the package lies: it follows from `rootDir` of the tsconfig
 * @throws what tsc says
 */
export async function compilePackage(folder: string, target: string, sources = 'dist'): Promise<void> {
  const from = path.join(root, folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const project = path.join(from, 'tsconfig.package.json');
  const { code, output } = await runNode([TSC, '--project', project, '--outDir', path.join(target, 'dist')]);
  if (code !== 0) throw new Error(`${folder} does not compile:\n${output}`);
  for (const file of globSync(COPIED, { cwd: path.join(from, 'src') }))
    copy(path.join(from, 'src', file), path.join(target, sources, file));
  for (const name of TAKEN_ALONG.filter((one) => existsSync(path.join(from, one))))
    copy(path.join(from, name), path.join(target, name));
  rewrite(target, 'dist/**/*.{cjs,d.ts}', (text) =>
    text.replace(REFERENCE, '$1./').replace(TYPESCRIPT_IMPORT, '$1.js'),
  );
  rewrite(target, 'dist/**/*.js.map', (text) => JSON.stringify(besideItself(JSON.parse(text) as SourceMap)));
}

interface SourceMap {
  sources: string[];
}

/**
 * The map holds its source's text. Where the source lay is this machine's: the package is the same wherever it is
 * packed.
 */
function besideItself(map: SourceMap): SourceMap {
  return { ...map, sources: map.sources.map((source) => path.posix.basename(source)) };
}

function rewrite(folder: string, pattern: string, change: (text: string) => string): void {
  for (const name of globSync(pattern, { cwd: folder })) {
    const file = path.join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
