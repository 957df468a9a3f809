import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PAGES } from '../../kit/src/cli/commands/docs.ts';

const root = path.join(import.meta.dirname, '../..');
const FILES = Object.values(PAGES).map(({ file }) => file);
const linesOf = (file: string): string[] => readFileSync(path.join(root, file), 'utf8').split('\n');

/** @returns the paths that the stage `packages` copies from the build context. */
function copiedPaths(): string[] {
  const lines = linesOf('Dockerfile');
  const begin = lines.findIndex((line) => line.endsWith(' AS packages'));
  const end = lines.findIndex((line, at) => at > begin && line.startsWith('FROM '));
  return lines
    .slice(begin, end)
    .flatMap((line) => (line.startsWith('COPY ') ? line.split(' ').slice(1, -1) : []));
}

test('the image that packs the kit copies every document of the kit package', () => {
  const copied = copiedPaths();
  expect(FILES.filter((file) => !copied.includes(file) && !copied.includes(path.dirname(file)))).toEqual([]);
});

test('the build context of images includes every document of the kit package', () => {
  const lines = linesOf('.dockerignore');
  const after = lines.slice(lines.indexOf('**/*.md'));
  const allowed = after.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(FILES.filter((file) => !allowed.some((pattern) => path.matchesGlob(file, pattern)))).toEqual([]);
});
