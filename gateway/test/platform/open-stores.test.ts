import { expect, test } from 'vitest';
import { openStores } from '../../src/platform/open-stores.ts';
import { sha256 } from '../fixtures/fixture-release.ts';
import { testFolder } from '../fixtures/test-database.ts';

const MEANS = { assertRoom: async () => {}, now: () => 1_000, after: () => () => {} };
const BYTES = Buffer.from('kept');

test('what was settled is there when the data folder is opened again; what is closed reads nothing any more', async () => {
  const config = { dataDir: testFolder(), databaseUrl: undefined };
  const before = await openStores(config, MEANS);
  await before.blobs.put(sha256(BYTES), BYTES);
  await before.blobs.settle();
  await before.close();
  await expect(before.blobs.get(sha256(BYTES))).rejects.toThrow('finalized');
  const after = await openStores(config, MEANS);
  expect(await after.blobs.get(sha256(BYTES))).toEqual(BYTES);
  await after.close();
});
