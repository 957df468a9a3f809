import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const STARTS = [
  'scripts/run.mjs',
  'gateway/bin/gateway.cjs',
  'Dockerfile',
  'tests/bench/support/server-process.ts',
];

/** @returns the settings of malloc in a file: `NAME=value`. */
function mallocSettings(file: string): string[] {
  // In the Dockerfile, the image of the gateway is the last one.
  const text = readFileSync(path.join(root, file), 'utf8')
    .split(/^FROM runtime AS gateway$/m)
    .at(-1)!;
  return [...text.matchAll(/(MALLOC_[A-Z_]+)(?:=|: ')(\d+)/g)]
    .map(([, name, value]) => `${name}=${value}`)
    .toSorted();
}

test('every way to start the gateway sets the same malloc limits, so that its memory does not grow with deploys', () => {
  for (const file of STARTS)
    expect([file, mallocSettings(file)]).toEqual([
      file,
      ['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=262144', 'MALLOC_TRIM_THRESHOLD_=262144'],
    ]);
});
