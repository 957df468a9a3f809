import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test.each(['new', 'of an earlier version'])(
  'a data folder that is %s is readable by its owner only',
  async (which) => {
    const dataDir = path.join(testFolder(), 'data');
    const file = path.join(dataDir, 'site.db');
    if (which !== 'new') {
      mkdirSync(dataDir);
      writeFileSync(file, '');
      chmodSync(dataDir, 0o755);
      chmodSync(file, 0o644);
    }
    const db = await openDatabase({ dataDir });
    const modes = [dataDir, file, `${file}-wal`, `${file}-shm`].map(modeOf);
    await db.destroy();
    expect(modes).toEqual(['700', '600', '600', '600']);
  },
);
