import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** Files that start the gateway without the environment of its image. */
const OUTSIDE_IMAGE = [
  'scripts/run.mjs',
  'gateway/bin/gateway.cjs',
  'docs/operations.md',
  'tests/bench/support/server-process.ts',
];
/** Those, and the files that name a command in place of that of the image. `mfe` starts it for one command only. */
const WITH_FLAGS = [
  ...OUTSIDE_IMAGE,
  'kit/src/cli/gateway/local-gateway.ts',
  'docker-stack.yml',
  'deploy/kubernetes/gateway.yaml',
  'deploy/kubernetes/operations.yaml',
];

/** @returns the part of the Dockerfile about the image of the gateway, which is the last one; of other files, all. */
function startIn(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
    .split(/^FROM runtime AS gateway$/m)
    .at(-1)!;
}

/** @returns the settings of malloc in a file: `NAME=value`. */
function mallocSettings(file: string): string[] {
  return [...startIn(file).matchAll(/(MALLOC_[A-Z_]+)(?:=|: ')(\d+)/g)]
    .map(([, name, value]) => `${name}=${value}`)
    .toSorted();
}

/** @returns the flags of Node in a file that limit the memory and the threads of V8. */
function flagsOfV8(file: string): string[] {
  return (startIn(file).match(/--(?:max-semi-space|v8-pool|no-memory-pool)[a-z0-9=-]*/g) ?? []).toSorted();
}

test.each(['Dockerfile', ...OUTSIDE_IMAGE])(
  'the gateway starts with the malloc limits with which its memory does not grow with deploys: %s',
  (file) => {
    expect(mallocSettings(file)).toEqual([
      'MALLOC_ARENA_MAX=2',
      'MALLOC_MMAP_THRESHOLD_=262144',
      'MALLOC_TRIM_THRESHOLD_=262144',
    ]);
  },
);

test.each(['Dockerfile', ...WITH_FLAGS])('the gateway starts with the same flags of V8: %s', (file) => {
  expect(flagsOfV8(file)).toEqual([
    '--max-semi-space-size=16',
    '--no-memory-pool-share-memory-on-teardown',
    '--v8-pool-size=1',
  ]);
});
