import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../apps.ts';
import { runNode } from '../processes.ts';

const TSC = path.join(root, 'node_modules/typescript/bin/tsc');
/** Files and folders of the package that are copied besides the compiled sources. */
const COPIED_PARTS = ['README.md', 'bin', 'templates'];
/** Sources that tsc does not compile. */
const COPIED_SOURCES = '**/{*.cjs,*.css,*.ttf,build.d.ts}';
/** Relative imports of TypeScript that tsc does not rewrite: in loaders, and in declarations. */
const TYPESCRIPT_IMPORT = /(['"]\.{1,2}\/[^'"\n]*)(?<!\.d)\.tsx?(?=['"])/g;
/** References to copied declarations: tsc writes the path of the source. */
const REFERENCE = /(?<=<reference path=")[^"\n]*(?=")/g;

/**
 * Compiles a package of the workspace to JavaScript, with declarations and source maps: Node does not strip types under
 * `node_modules`. Declarations with maps (`declarationMap` of the tsconfig) come with their sources.
 * @param folder `kit`
 * @param target folder of the package; emptied first
 * @param sources folder of the compiled `src` in the target: it follows from `rootDir` of the tsconfig
 * @throws Error with the output of tsc
 */
export async function compilePackage(folder: string, target: string, sources = 'dist'): Promise<void> {
  const from = path.join(root, folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const project = path.join(from, 'tsconfig.package.json');
  const { code, output } = await runNode([TSC, '--project', project, '--outDir', path.join(target, 'dist')]);
  if (code !== 0) throw new Error(`${folder} does not compile:\n${output}`);
  for (const file of globSync(COPIED_SOURCES, { cwd: path.join(from, 'src') }))
    copy(path.join(from, 'src', file), path.join(target, sources, file));
  for (const name of COPIED_PARTS.filter((one) => existsSync(path.join(from, one))))
    copy(path.join(from, name), path.join(target, name));
  const copyOf = (source: string): string =>
    path.join(target, sources, path.relative(path.join(from, 'src'), source));
  rewrite(target, 'dist/**/*.{cjs,d.ts}', (text, file) =>
    text
      .replace(REFERENCE, (source) => relativeTo(file, copyOf(path.resolve(path.dirname(file), source))))
      .replace(TYPESCRIPT_IMPORT, '$1.js'),
  );
  for (const name of globSync('dist/**/*.d.ts.map', { cwd: target })) bringSource(from, target, name);
  rewrite(target, 'dist/**/*.js.map', (text) => JSON.stringify(besideItself(JSON.parse(text) as SourceMap)));
}

interface SourceMap {
  sources: string[];
}

/** Source maps contain the text of the source. Without its folder the package is the same on every machine. */
function besideItself(map: SourceMap): SourceMap {
  return { ...map, sources: map.sources.map((source) => path.posix.basename(source)) };
}

/**
 * Copies the source of a declaration, to which "go to definition" leads. It is not beside the declaration: the compiler
 * would read it in place of that.
 * @param name path of the map of the declaration
 */
function bringSource(from: string, target: string, name: string): void {
  const file = path.join(target, name);
  const map = JSON.parse(readFileSync(file, 'utf8')) as SourceMap;
  const folder = path.posix.dirname(name.replaceAll('\\', '/')).replace(/^dist/, 'src');
  const source = `${folder}/${path.posix.basename(map.sources[0]!)}`;
  copy(path.join(from, source), path.join(target, source));
  writeFileSync(file, JSON.stringify({ ...map, sources: [relativeTo(file, path.join(target, source))] }));
}

/** @returns the relative path with slashes. */
function relativeTo(file: string, target: string): string {
  return path.relative(path.dirname(file), target).replaceAll('\\', '/');
}

function rewrite(folder: string, pattern: string, change: (text: string, file: string) => string): void {
  for (const name of globSync(pattern, { cwd: folder })) {
    const file = path.join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8'), file));
  }
}

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
