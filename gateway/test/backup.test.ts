import { execFileSync } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBackup } from '../src/backup.ts';
import { writeEarlierRows } from './fixtures/earlier-rows.ts';
import { sha256 } from './fixtures/fixture-release.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'backup-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Backs up `data`, unpacks into `restored`. */
async function backUpAndRestore(): Promise<string> {
  const restored = path.join(folder, 'restored');
  mkdirSync(restored);
  await writeBackup(path.join(folder, 'data'), createWriteStream(path.join(folder, 'backup.tar.gz')));
  execFileSync('tar', ['-xzf', path.join(folder, 'backup.tar.gz'), '-C', restored]);
  return restored;
}

test('a backup of an open database contains the committed rows and the files', async () => {
  const data = path.join(folder, 'data');
  mkdirSync(path.join(data, 'blobs/ab'), { recursive: true });
  writeFileSync(path.join(data, 'blobs/ab/cd'), 'blob');
  const db = new DatabaseSync(path.join(data, 'site.db'));
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('kept')");

  const restored = await backUpAndRestore();
  db.close();

  const copy = new DatabaseSync(path.join(restored, 'site.db'));
  expect(copy.prepare('SELECT v FROM t').get()).toEqual({ v: 'kept' });
  copy.close();
  expect(readFileSync(path.join(restored, 'blobs/ab/cd'), 'utf8')).toBe('blob');
});

test('small files of releases that an earlier version stored as rows are files of the backup', async () => {
  const data = path.join(folder, 'data/blobs');
  mkdirSync(data, { recursive: true });
  const texts = ['', 'one', 'two'];
  writeEarlierRows(path.join(data, 'small.db'), texts);

  const restored = path.join(await backUpAndRestore(), 'blobs');

  const fileOf = (text: string) => path.join(restored, sha256(text).slice(0, 2), sha256(text).slice(2));
  expect(texts.map((text) => readFileSync(fileOf(text), 'utf8'))).toEqual(texts);
  expect(statSync(fileOf('one')).mtimeMs).toBe(60_000);
  expect(readdirSync(restored).toSorted()).toEqual(texts.map((text) => sha256(text).slice(0, 2)).toSorted());
});

test('a backup leaves out files that a start creates again, and leaves no temporary file', async () => {
  const data = path.join(folder, 'data');
  mkdirSync(path.join(data, 'renderings'), { recursive: true });
  writeFileSync(path.join(data, 'renderings/page'), 'page');

  const restored = await backUpAndRestore();

  expect(existsSync(path.join(restored, 'renderings'))).toBe(false);
  expect(existsSync(path.join(data, 'renderings/page'))).toBe(true);
  expect(execFileSync('ls', ['-A', data], { encoding: 'utf8' }).trim()).toBe('last-backup\nrenderings');
});
