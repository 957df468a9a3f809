import { execFileSync } from 'node:child_process';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { enquiryMigrations } from '@voltframe/enquiries/migrations';
import { verifyBackup, writeBackup } from '../src/backup.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { sha256 } from './fixtures/fixture-release.ts';
import { testFolder } from './fixtures/test-database.ts';

/** Backs up `data` of a folder, unpacks into `restored`. */
async function backUpAndRestore(folder: string): Promise<string> {
  const restored = path.join(folder, 'restored');
  mkdirSync(restored);
  await writeBackup(path.join(folder, 'data'), createWriteStream(path.join(folder, 'backup.tar.gz')));
  execFileSync('tar', ['-xzf', path.join(folder, 'backup.tar.gz'), '-C', restored]);
  return restored;
}

test('a backup of an open database contains the committed rows and the files', async () => {
  const folder = testFolder();
  const data = path.join(folder, 'data');
  mkdirSync(path.join(data, 'blobs/ab'), { recursive: true });
  writeFileSync(path.join(data, 'blobs/ab/cd'), 'blob');
  const db = new DatabaseSync(path.join(data, 'site.db'));
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('kept')");

  const restored = await backUpAndRestore(folder);
  db.close();

  const copy = new DatabaseSync(path.join(restored, 'site.db'));
  expect(copy.prepare('SELECT v FROM t').get()).toEqual({ v: 'kept' });
  copy.close();
  expect(readFileSync(path.join(restored, 'blobs/ab/cd'), 'utf8')).toBe('blob');
});

test('a backup leaves out files that a start creates again, and leaves no temporary file', async () => {
  const folder = testFolder();
  const data = path.join(folder, 'data');
  await (await openDatabase({ dataDir: data })).destroy();
  mkdirSync(path.join(data, 'renderings'), { recursive: true });
  writeFileSync(path.join(data, 'renderings/page'), 'page');

  const restored = await backUpAndRestore(folder);

  expect(existsSync(path.join(restored, 'renderings'))).toBe(false);
  expect(existsSync(path.join(data, 'renderings/page'))).toBe(true);
  expect(readdirSync(data).filter((name) => !name.startsWith('site.db'))).toEqual([
    'last-backup',
    'renderings',
  ]);
});

test('an archive without a database is no backup: none is written, and the check refuses one', async () => {
  const folder = testFolder();
  const file = path.join(folder, 'backup.tar.gz');
  writeFileSync(path.join(folder, 'standby.json'), '{}');
  await expect(writeBackup(folder, createWriteStream(file))).rejects.toThrow(/no site in the data folder/);
  execFileSync('tar', ['-czf', file, '-C', folder, 'standby.json']);
  await expect(verifyBackup(file)).rejects.toThrow('site.db is missing');
});

const CV = `${'0'.repeat(36)}.pdf`;

/** A data folder with one composition of one app, and one application. */
async function dataFolder() {
  const folder = testFolder();
  const data = path.join(folder, 'data');
  const file = path.join(folder, 'backup.tar.gz');
  await (await openDatabase({ dataDir: data }, enquiryMigrations)).destroy();
  const db = new DatabaseSync(path.join(data, 'site.db'));
  onTestFinished(() => db.close());
  const digest = 'd'.repeat(64);
  const body = JSON.stringify({ files: { 'a.js': { sha256: sha256('one') } } });
  db.prepare(
    "insert into release (app, digest, body, state, findings, source, received_at) values ('blog', ?, ?, 'admitted', '[]', 'push', 0)",
  ).run(digest, body);
  db.prepare("insert into composition (id, body, activated_at) values ('c1', ?, 0)").run(
    JSON.stringify({ apps: { blog: digest } }),
  );
  db.exec("insert into live (slot, composition) values (1, 'c1')");
  db.prepare(
    "insert into enquiry (id, form, version, email, data, state, created_at, file_name, file_bytes, file_sha256) values ('e', 'application', 1, '', '{}', 'kept', 0, ?, 2, ?)",
  ).run(CV, sha256('CV'));
  const blob = path.join(data, 'blobs', sha256('one').slice(0, 2), sha256('one').slice(2));
  const upload = path.join(data, 'uploads', CV);
  for (const [name, text] of [
    [blob, 'one'],
    [upload, 'CV'],
  ] as const) {
    mkdirSync(path.dirname(name), { recursive: true });
    writeFileSync(name, text);
  }
  const verify = async () => {
    await writeBackup(data, createWriteStream(file));
    return verifyBackup(file);
  };
  return { data, file, db, blob, upload, verify };
}

test('the check of a sound backup returns its content', async () => {
  const { verify } = await dataFolder();
  expect(await verify()).toEqual({ composition: 'c1', blobs: 1, uploads: 1 });
});

type Folder = Awaited<ReturnType<typeof dataFolder>>;

test.each<[string, (folder: Folder) => void, RegExp]>([
  ['lacks a file of a release', ({ blob }) => rmSync(blob), /: blobs\/.* is missing$/],
  ['has a damaged file of a release', ({ blob }) => writeFileSync(blob, 'two'), /is damaged/],
  ['lacks a CV', ({ upload }) => rmSync(upload), /: uploads\/.* is missing$/],
  ['has another CV', ({ upload }) => writeFileSync(upload, 'no'), /: uploads\/.* has the sha-256/],
  ['lacks a release', ({ db }) => db.exec('delete from release'), /: the release blog d{12} is missing$/],
])('a backup that %s is refused', async (_, damage, defect) => {
  const folder = await dataFolder();
  damage(folder);
  await expect(folder.verify()).rejects.toThrow(defect);
});

test.each<[string, (file: string) => void]>([
  ['cut off', (file) => truncateSync(file, readFileSync(file).length - 200)],
  ['not an archive', (file) => writeFileSync(file, 'text')],
])('a backup that is %s is refused', async (_, damage) => {
  const { file, verify } = await dataFolder();
  await verify();
  damage(file);
  await expect(verifyBackup(file)).rejects.toThrow(/unexpected end of file|incorrect header check/);
});

test('a backup with a damaged database is refused', async () => {
  const { data, file, db } = await dataFolder();
  db.exec('pragma wal_checkpoint(truncate)');
  const content = readFileSync(path.join(data, 'site.db'));
  content.fill(0xff, 4_096 * 3, 4_096 * 6);
  const copy = path.join(testFolder(), 'data');
  mkdirSync(copy, { recursive: true });
  writeFileSync(path.join(copy, 'site.db'), content);
  const written = writeBackup(copy, createWriteStream(file)).then(() => verifyBackup(file));
  await expect(written).rejects.toThrow(/malformed|site\.db/);
});
