import fs, {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createFolderReader,
  lookAt,
  readBounded,
} from '../../../../src/releasing/releases/sources/folder-reader.ts';
import { testFolder } from '../../../fixtures/test-database.ts';
import { execFileSync } from 'node:child_process';
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

test('the thread returns files unchanged, and a reason for a missing one', async () => {
  const base = mkdtempSync(path.join(realpathSync(testFolder()), 'app-'));
  const file = (name: string, text: string) => {
    writeFileSync(path.join(base, name), text);
    return path.join(base, name);
  };
  const reader = createFolderReader();
  onTestFinished(reader.end);
  const large = 'läng '.repeat(100_000);
  const found = await Promise.all([
    reader.file(base, file('a', 'short'), 10),
    reader.file(base, file('b', large), 1_000_000),
    reader.file(base, file('c', 'x'.repeat(11)), 10),
    reader.file(base, path.join(base, 'gone'), 10),
  ]);
  const texts = found.map((one) => (one.ok ? one.body?.toString() : one.reason));
  expect(texts[1] === large).toBe(true);
  expect([texts[0], texts[2], texts[3]]).toEqual(['short', undefined, 'it is not there']);
  expect((await reader.look(base, [path.join(base, 'a')])).base).toBe(base);
});

const MOST = 1024 * 1024;

async function folder() {
  const base = path.join(await realpath(testFolder()), 'app');
  await mkdir(path.join(base, 'dist'), { recursive: true });
  const at = (name: string): string => path.join(base, name);
  await writeFile(at('dist/plain'), 'plain');
  await writeFile(at('../secret'), 'secret');
  const read = (file: string, most = MOST): string => {
    const found = readBounded(base, at(file), most);
    return found.ok ? String(found.body) : found.reason;
  };
  return { base, at, read };
}

/** Runs `work` while `node:fs` has another function `name`. */
function withFs<Name extends 'fstatSync' | 'readSync'>(
  name: Name,
  change: (own: (typeof fs)[Name]) => unknown,
  work: () => void,
) {
  const own = fs[name];
  const set = (to: unknown): void => {
    Object.assign(fs, { [name]: to });
    syncBuiltinESMExports();
  };
  set(change(own));
  try {
    work();
  } finally {
    set(own);
  }
}

/** @returns the number of open descriptors below a folder: other tests of the process have theirs. */
const descriptors = (below: string): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(below);
    } catch {
      return false; // closed meanwhile
    }
  }).length;

type Case = [what: string, make: (at: (name: string) => string) => unknown, file: string, result: RegExp];
const cases: Case[] = [
  ['a plain file', () => {}, 'dist/plain', /^plain$/],
  ['a link to a file inside the folder', (at) => symlink('plain', at('dist/link')), 'dist/link', /^plain$/],
  ['a missing file', () => {}, 'dist/gone', /not there/],
  ['a link to a missing file', (at) => symlink('gone', at('dist/link')), 'dist/link', /not there/],
  [
    'a link to a file outside the folder',
    (at) => symlink('../../secret', at('dist/link')),
    'dist/link',
    /leads out/,
  ],
  [
    'a file below a link to a folder outside',
    (at) => symlink('../..', at('dist/up')),
    'dist/up/secret',
    /leads out/,
  ],
  ['a device', (at) => symlink('/dev/zero', at('dist/zero')), 'dist/zero', /leads out/],
  ['a folder', () => {}, 'dist', /no plain file/],
  ['a FIFO', (at) => execFileSync('mkfifo', [at('dist/pipe')]), 'dist/pipe', /no plain file/],
];

test.each(cases)(
  'reading %s returns its text or a reason, and leaves no descriptor open',
  async (_, make, file, result) => {
    const { at, read } = await folder();
    await make(at);
    expect(read(file)).toMatch(result);
    expect(descriptors(at('..'))).toBe(0);
  },
);

test('a disk error is thrown, and no descriptor stays open', async () => {
  const { at, read } = await folder();
  const failing = () => () => {
    throw new Error('EIO: i/o error, read');
  };
  withFs('readSync', failing, () => {
    expect(() => read('dist/plain')).toThrow('EIO');
    expect(descriptors(at('..'))).toBe(0);
  });
});

test.each<[what: string, change: (file: string) => void, text: string]>([
  ['grows', (file) => appendFileSync(file, 'x'.repeat(1000)), 'plain'],
  ['is cut', (file) => truncateSync(file, 3), 'pla'],
])('reading a file that %s meanwhile returns at most its initial size', async (_, change, text) => {
  const { at, read } = await folder();
  const changing = (own: typeof fs.fstatSync) => (file: number) => {
    const stats = own(file);
    change(at('dist/plain'));
    return stats;
  };
  withFs('fstatSync', changing, () => expect(read('dist/plain')).toBe(text));
});

test('a file over the limit is not read, and its size is returned', async () => {
  const { base, at } = await folder();
  expect(readBounded(base, at('dist/plain'), 4)).toMatchObject({ ok: true, bytes: 5, body: undefined });
  expect(readBounded(base, at('dist/plain'), 5)).toMatchObject({
    ok: true,
    bytes: 5,
    body: Buffer.from('plain'),
  });
});

test('a look returns the real path of the folder, and another stamp when a file appears or changes', async () => {
  const { base, at } = await folder();
  await symlink(base, at('../link'));
  const files = [at('dist/plain'), at('dist/other')];
  const look = () => lookAt(at('../link'), files);
  const first = look();
  expect([first.base, look().stamp]).toEqual([base, first.stamp]);
  await writeFile(at('dist/other'), 'x');
  const second = look();
  appendFileSync(at('dist/other'), 'x');
  expect(new Set([first.stamp, second.stamp, look().stamp]).size).toBe(3);
  expect(lookAt(at('gone'), files).base).toBeUndefined();
});
