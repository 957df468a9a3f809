import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';
import { type FileSize, sizeOf } from './source-size.ts';

/** Files with fewer lines than this count as small. */
const SMALL_FILE_LINES = 40;
const EXCLUDED = new Set(['node_modules', 'dist', '.cache', '.data', 'test-results', 'coverage']);

const sourcesIn = (folder: string): string[] => filesIn(`${folder}/**/*.{ts,tsx}`);

/** @returns paths from the root of the checkout that match a glob. */
function filesIn(pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: (name) => EXCLUDED.has(name) }).toSorted();
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function sum(files: string[]): FileSize {
  const total: FileSize = { lines: 0, codeLines: 0, commentLines: 0, nodes: 0 };
  for (const file of files) {
    const size = sizeOf(file, read(file));
    for (const key of Object.keys(total) as (keyof FileSize)[]) total[key] += size[key];
  }
  return total;
}

function row(name: string, { lines, codeLines, commentLines, nodes }: FileSize): string {
  const share = codeLines === 0 ? '–' : (commentLines / codeLines).toFixed(3);
  return [name.padEnd(32), lines, codeLines, commentLines, share, nodes].join('\t');
}

/**
 * `npm run size [-- folder…]`: prints the size of the sources in the folders.
 * Default: gateway and enquiries, kit, tests, and the number of small files.
 */
function main(folders: string[]): void {
  console.log(
    ['', 'lines', 'code', 'comments', 'comments/code', 'nodes'].join('\t').replace('', ''.padEnd(32)),
  );
  if (folders.length > 0) {
    for (const folder of folders) console.log(row(folder, sum(sourcesIn(folder))));
    return;
  }
  const platform = ['gateway/src', 'enquiries/src'];
  const kit = sourcesIn('kit/src');
  const platformFiles = platform.flatMap(sourcesIn);
  const gatewayFiles = sourcesIn('gateway/src');
  console.log(row(platform.join(' + '), sum(platformFiles)));
  console.log(row('kit/src', sum(kit)));
  const tests = [...filesIn('*/test/**/*.{ts,tsx}'), ...filesIn('tests/**/*.{ts,tsx}')];
  const testLines = tests.reduce((total, file) => total + read(file).split('\n').length - 1, 0);
  console.log(`tests\t${testLines} lines in ${tests.length} files`);
  const small = [...gatewayFiles, ...kit].filter(
    (file) => read(file).split('\n').length - 1 < SMALL_FILE_LINES,
  );
  console.log(`files under ${SMALL_FILE_LINES} lines in gateway/src and kit/src\t${small.length}`);
}

main(process.argv.slice(2));
