import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { writeRelease } from '../../../src/build/release/write-release.ts';
import { describeRelease } from '../../packaging/fixtures/releases.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const at = (file: string): string => path.join(folder, file);
const write = (files: Record<string, string>, app = 'blog', identity?: ReleaseIdentity) => {
  const bodies = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
  writeRelease(folder, describeRelease(app, files), { bodies, named: new Map() }, identity);
};

it('writes release.json and every file, and no others', () => {
  write({ 'client/a.js': 'a', 'server/server.cjs': 's' });
  expect(readFileSync(at('client/a.js'), 'utf8')).toBe('a');
  expect(JSON.parse(readFileSync(at('release.json'), 'utf8'))).toMatchObject({ app: 'blog' });
  expect(existsSync(at('release.json.tmp'))).toBe(false);
});

it('deletes the files and the signature of the previous release', () => {
  write({ 'client/old.js': 'a' });
  writeFileSync(at('release.sig'), 'signature');
  write({ 'client/new.js': 'a' });
  expect(['client/old.js', 'release.sig'].filter((file) => existsSync(at(file)))).toEqual([]);
});

it('writes the identity beside the release, and deletes that of the previous release', () => {
  write({ 'data/a.json': '1' }, 'blog', { commit: 'a1' });
  expect(JSON.parse(readFileSync(at('release.identity.json'), 'utf8'))).toEqual({ commit: 'a1' });
  write({ 'data/a.json': '1' });
  expect(existsSync(at('release.identity.json'))).toBe(false);
});

it('does not rewrite an unchanged file, and rewrites a changed one', () => {
  write({ 'data/a.json': '1', 'data/b.json': '1' });
  for (const file of ['data/a.json', 'data/b.json']) utimesSync(at(file), 1, 1);
  write({ 'data/a.json': '1', 'data/b.json': '2' });
  expect(statSync(at('data/a.json')).mtimeMs).toBe(1000);
  expect(readFileSync(at('data/b.json'), 'utf8')).toBe('2');
});
