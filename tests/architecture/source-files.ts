import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

export const root = path.resolve(import.meta.dirname, '../..');

/** A file of the repository; `path` is relative to its root, with `/`. */
export interface SourceFile {
  path: string;
  text: string;
}

export interface Import {
  specifier: string;
  /** `import type` or `export type`, which does not exist at run time. */
  isType: boolean;
}

/** Files and folders that are installed, built or written at run time. */
const EXCLUDED = new Set(['node_modules', '.git', 'dist', '.cache', '.data', 'test-results', 'coverage']);
const BINARY = /\.(woff2|png|jpe?g|ico|webp|pdf|br|gz)$/;

/** @param patterns globs from the root. @returns the matching text files of the repository, sorted. */
export function sourceFiles(...patterns: string[]): SourceFile[] {
  return globSync(patterns, { cwd: root, withFileTypes: true, exclude: (entry) => EXCLUDED.has(entry.name) })
    .filter((entry) => entry.isFile() && !EXCLUDED.has(entry.name) && !BINARY.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** The script of a child process or thread: `new URL('./render-child.ts', import.meta.url)`. */
const SCRIPT = /\bnew URL\('(\.[^']+\.[cm]?[jt]s)', import\.meta\.url\)/g;

/**
 * @returns the imports of a module: static imports, re-exports, dynamic imports of literals, and the scripts of child
 *   processes, which run beside it.
 */
export function importsOf(source: SourceFile): Import[] {
  const { path: file, text } = source;
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  return [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...staticExports
      .flatMap((statement) => statement.entries)
      .filter((entry) => entry.moduleRequest)
      .map((entry) => ({ specifier: entry.moduleRequest!.value, isType: entry.isType })),
    ...dynamicImports
      .map(({ moduleRequest: { start, end } }) => /^['"](.+)['"]$/.exec(text.slice(start, end))?.[1])
      .filter((specifier) => specifier !== undefined)
      .map((specifier) => ({ specifier, isType: false })),
    ...(text.includes('new URL(')
      ? Array.from(codeOf(source).matchAll(SCRIPT), ([, specifier]) => ({
          specifier: specifier!,
          isType: false,
        }))
      : []),
  ];
}

/** @returns the code with spaces in place of comments. */
export function codeOf({ path: file, text }: SourceFile): string {
  let code = text;
  for (const { start, end } of parseSync(file, text).comments) {
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  }
  return code;
}

/** @returns the target of an import: the path from the root for a relative specifier, else the specifier. */
export function importTarget(file: SourceFile, specifier: string): string {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file.path), specifier) : specifier;
}
