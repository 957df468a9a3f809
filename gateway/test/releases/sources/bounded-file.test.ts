import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, realpath, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type FolderFile, withFile } from '../../../src/releases/sources/bounded-file.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const reasonOf = async (found: FolderFile): Promise<string> =>
  found.ok ? (await found.read()).toString() : found.reason;

async function folder() {
  const base = path.join(await realpath(testFolder()), 'app');
  await mkdir(path.join(base, 'dist'), { recursive: true });
  const at = (name: string): string => path.join(base, name);
  await writeFile(at('dist/plain'), 'plain');
  await writeFile(at('../secret'), 'secret');
  return { base, at };
}

test.each<[what: string, make: (at: (name: string) => string) => unknown, file: string, said: RegExp]>([
  ['a plain file', () => {}, 'dist/plain', /^plain$/],
  ['a link that stays inside', (at) => symlink('plain', at('dist/link')), 'dist/link', /^plain$/],
  ['what is not there', () => {}, 'dist/gone', /not there/],
  ['a link to nowhere', (at) => symlink('gone', at('dist/link')), 'dist/link', /not there/],
  ['a link that leads out', (at) => symlink('../../secret', at('dist/link')), 'dist/link', /leads out/],
  ['a folder that is a link out', (at) => symlink('../..', at('dist/up')), 'dist/up/secret', /leads out/],
  ['a device', (at) => symlink('/dev/zero', at('dist/zero')), 'dist/zero', /leads out/],
  ['a folder', () => {}, 'dist', /no plain file/],
  ['a FIFO', (at) => execFileSync('mkfifo', [at('dist/pipe')]), 'dist/pipe', /no plain file/],
])('of %s nothing else is read', async (_, make, file, said) => {
  const { base, at } = await folder();
  await make(at);
  expect(await withFile(base, at(file), reasonOf)).toMatch(said);
});

test('a file that grows or is cut while it is read gives no more than it had', async () => {
  const { base, at } = await folder();
  const after = (change: () => Promise<void>) =>
    withFile(base, at('dist/plain'), async (found) => {
      await change();
      return reasonOf(found);
    });
  expect(await after(() => appendFile(at('dist/plain'), 'x'.repeat(1000)))).toBe('plain');
  expect(await after(() => truncate(at('dist/plain'), 3))).toBe('pla');
});

test('a large file is read as a small one is', async () => {
  const { base, at } = await folder();
  const text = 'long '.repeat(100_000);
  await writeFile(at('dist/plain'), text);
  expect((await withFile(base, at('dist/plain'), reasonOf)) === text).toBe(true);
});
