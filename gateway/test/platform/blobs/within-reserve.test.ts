import { expect, test } from 'vitest';
import { createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { withinReserve } from '../../../src/platform/blobs/within-reserve.ts';
import { sha256 } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const [small, large] = ['ab', 'abcdef'].map((text) => Buffer.from(text)) as [Buffer, Buffer];

test('what would take from the reserve is not written, and all else is', async () => {
  const store = createFileBlobStore(testFolder());
  const blobs = withinReserve(store, async (bytes) => {
    if (bytes > small.length) throw new Error('no room');
  });
  await blobs.put(sha256(small), small);
  await expect(blobs.put(sha256(large), large)).rejects.toThrow('no room');
  expect([await store.has(sha256(small)), await store.has(sha256(large))]).toEqual([true, false]);
  expect(await blobs.get(sha256(small))).toEqual(small);
});
