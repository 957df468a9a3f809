import { execFileSync } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBackup } from '../../src/cli/backup.ts';

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

test('a backup taken while the databases are open holds what was committed and the files', async () => {
  const data = path.join(folder, 'data');
  mkdirSync(path.join(data, 'blobs/ab'), { recursive: true });
  writeFileSync(path.join(data, 'blobs/ab/cd'), 'blob');
  const databases = ['site.db', 'blobs/small.db'];
  const opened = databases.map((name) => {
    const db = new DatabaseSync(path.join(data, name));
    db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('kept in ${name}')`);
    return db;
  });

  const restored = await backUpAndRestore();
  for (const db of opened) db.close();

  // Copies: of what lay beside them while they were open, nothing is needed.
  expect(readdirSync(path.join(restored, 'blobs')).toSorted()).toEqual(['ab', 'small.db']);
  for (const name of databases) {
    const copy = new DatabaseSync(path.join(restored, name));
    expect(copy.prepare('SELECT v FROM t').get()).toEqual({ v: `kept in ${name}` });
    copy.close();
  }
  expect(readFileSync(path.join(restored, 'blobs/ab/cd'), 'utf8')).toBe('blob');
});

test('a backup leaves out what a start makes anew, and leaves nothing behind', async () => {
  const data = path.join(folder, 'data');
  mkdirSync(path.join(data, 'renderings'), { recursive: true });
  writeFileSync(path.join(data, 'renderings/page'), 'page');

  const restored = await backUpAndRestore();

  expect(existsSync(path.join(restored, 'renderings'))).toBe(false);
  expect(existsSync(path.join(data, 'renderings/page'))).toBe(true);
  expect(execFileSync('ls', ['-A', data], { encoding: 'utf8' }).trim()).toBe('renderings');
});
