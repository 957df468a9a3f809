import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeBackup } from '../../src/backup.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { LAST_BACKUP, lastBackup } from '../../src/platform/last-backup.ts';
import { testFolder } from '../fixtures/test-database.ts';

test('lastBackup returns the time of the last backup, or 0 before the first one and in a restored folder', async () => {
  const [data, restored] = ['data', 'restored'].map((name) => path.join(testFolder(), name));
  for (const folder of [data!, restored!]) mkdirSync(folder);
  await (await openDatabase({ dataDir: data! })).destroy();
  const file = path.join(restored!, '../backup.tar.gz');
  expect(await lastBackup(data!)).toBe(0);
  await writeBackup(data!, createWriteStream(file));
  execFileSync('tar', ['-xzf', file, '-C', restored!]);
  expect(await lastBackup(data!)).toBe(statSync(path.join(data!, LAST_BACKUP)).mtimeMs);
  expect(await lastBackup(restored!)).toBe(0);
});
