import { spawnSync } from 'node:child_process';
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
