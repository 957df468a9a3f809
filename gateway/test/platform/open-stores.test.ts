import { expect, test } from 'vitest';
import { openStores } from '../../src/platform/open-stores.ts';
import { sha256 } from '../fixtures/fixture-release.ts';
import { testFolder } from '../fixtures/test-database.ts';

const MEANS = { assertRoom: async () => {}, now: () => 1_000 };
const BYTES = Buffer.from('kept');

test('a blob is there when the data folder is opened again', async () => {
  const config = { dataDir: testFolder(), databaseUrl: undefined };
  const before = await openStores(config, MEANS);
  await before.blobs.put(sha256(BYTES), BYTES);
  await before.close();
  const after = await openStores(config, MEANS);
  expect(await after.blobs.get(sha256(BYTES))).toEqual(BYTES);
  await after.close();
});
