import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database/database.ts';
import { testFolder } from './fixtures/test-database.ts';

const BACKUP = path.join(import.meta.dirname, '../src/backup.ts');

/** Runs the command with further variables. */
function backUp(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BACKUP, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.each([
  ['DATABASE_URL', 'postgres://site:hidden@database:5432/site'],
  ['DATABASE_URL_FILE', '/run/secrets/database-url'],
])('with %s the command writes no archive and names pg_dump', async (name, value) => {
  const data = testFolder();
  await (await openDatabase({ dataDir: data })).destroy();
  const { status, stdout, stderr } = backUp([data], { [name]: value });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/pg_dump .*GW_BACKUP_IN_DATABASE|GW_BACKUP_IN_DATABASE.*pg_dump/s);
  expect(stderr).not.toContain('hidden');
});

test('a data folder without a site is not backed up', () => {
  const { status, stdout, stderr } = backUp([testFolder()]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('GW_NO_SITE');
});

test('the check of a file that is no backup names the file, the reason and the fix', () => {
  const file = path.join(testFolder(), 'backup.tar.gz');
  writeFileSync(file, 'text');
  const { status, stdout, stderr } = backUp(['verify', file]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  const { msg } = JSON.parse(stderr) as { msg: string };
  expect(msg).toContain(`${file} cannot be restored: incorrect header check (GW_BACKUP_UNSOUND)\n`);
  expect(msg).toContain('make another one');
});
