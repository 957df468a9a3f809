import { importsOf, importTarget, type SourceFile } from './source-files.ts';

/** The files that one kind of request passes, as docs/architecture.md lists them. */
export interface RequestPath {
  /** The heading of the list. */
  heading: string;
  /** Most files. */
  most: number;
  /** The wing of the gateway that has all files, besides the wing `platform`. */
  wing: string;
}

export const REQUEST_PATHS: RequestPath[] = [
  { heading: 'The files of an uncached page', most: 18, wing: 'serving' },
  { heading: 'The files of an error report', most: 8, wing: 'observing' },
];

/** @param document the text of docs/architecture.md. @returns the files under a heading, the file of the route first. */
export function listedFiles(document: string, heading: string): string[] {
  const [, section = ''] = document.split(`\n### ${heading}\n`);
  const [list = ''] = section.split(/\n#{2,3} /);
  return [...new Set(Array.from(list.matchAll(/`(gateway\/src\/[\w./-]+\.ts)`/g), ([, file]) => file!))];
}

/**
 * @param listed the files of a path, that of the route first.
 * @param sources all files of the gateway.
 * @returns the defects of the list: a file that the imports of the files before it do not lead to, a file of another
 *   wing, or too many files.
 */
export function pathDefects(
  { most, wing }: RequestPath,
  listed: readonly string[],
  sources: readonly SourceFile[],
): string[] {
  const byPath = new Map(sources.map((file) => [file.path, file]));
  const reached = new Set(listed.slice(0, 1));
  for (const path of reached) {
    const file = byPath.get(path);
    const targets = file ? importsOf(file).map(({ specifier }) => importTarget(file, specifier)) : [];
    for (const target of targets) if (listed.includes(target)) reached.add(target);
  }
  const elsewhere = new RegExp(`^gateway/src/(?!${wing}/|platform/)`);
  return [
    ...listed.filter((path) => !reached.has(path)).map((path) => `no import leads to ${path}`),
    ...listed.filter((path) => elsewhere.test(path)).map((path) => `${path} is in another wing`),
    ...(listed.length > most ? [`${listed.length} files, ${most} are allowed`] : []),
  ];
}
