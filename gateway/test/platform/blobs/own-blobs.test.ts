import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type BlobStore, createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { openOwnBlobs, SMALL_BYTES } from '../../../src/platform/blobs/own-blobs.ts';
import { openSmallBlobTable } from '../../../src/platform/blobs/small-blob-table.ts';
import { sha256 } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';

function open(folder = testFolder()) {
  const blobs = openOwnBlobs({ folder, now: () => 1_000, after: () => () => {} });
  onTestFinished(blobs.close);
  return { blobs, folder };
}
const SMALL = Buffer.alloc(SMALL_BYTES, 's');
const LARGE = Buffer.alloc(SMALL_BYTES + 1, 'l');
const putBoth = async (blobs: BlobStore): Promise<[string, string]> => {
  for (const bytes of [SMALL, LARGE]) await blobs.put(sha256(bytes), bytes);
  await blobs.settle();
  return [sha256(SMALL), sha256(LARGE)];
};
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('small.db'))
    .map(({ parentPath, name }) => path.basename(parentPath) + name);

test('small ones are rows, the others are files', async () => {
  const { blobs, folder } = open();
  const [small, large] = await putBoth(blobs);
  expect(await filesIn(folder)).toEqual([large]);
  const table = openSmallBlobTable(path.join(folder, 'small.db'));
  onTestFinished(table.close);
  expect([table.has(small), table.has(large)]).toEqual([true, false]);
  const place = blobs.place!;
  expect([await place.ensure(small), await place.ensure(large)]).toEqual([false, true]);
  expect([await blobs.get(small), await blobs.get(large)]).toEqual([SMALL, LARGE]);
});

test('what an earlier gateway kept as a file is had, listed once, and removed', async () => {
  const folder = testFolder();
  const files = createFileBlobStore(folder);
  const names = await putBoth(files);
  const { blobs } = open(folder);
  expect(await Promise.all(names.map((name) => blobs.has(name)))).toEqual([true, true]);
  expect(await blobs.get(names[0])).toEqual(SMALL);
  const listed: string[] = [];
  for await (const { sha256: name } of blobs.list()) listed.push(name);
  expect(listed.toSorted()).toEqual(names.toSorted());
  for (const name of names) await blobs.remove(name);
  expect(await filesIn(folder)).toEqual([]);
  expect(await Promise.all(names.map((name) => blobs.has(name)))).toEqual([false, false]);
});

test.each([sha256(SMALL).toUpperCase(), `${sha256(SMALL)}zz`, '../../etc/passwd'])(
  'the name %s leads to nothing, and harms nothing',
  async (name) => {
    const { blobs } = open();
    const [small] = await putBoth(blobs);
    const asked = [blobs.get(name), blobs.has(name), blobs.put(name, SMALL), blobs.remove(name)];
    for (const answer of asked) await expect(answer).rejects.toThrow('Not a sha-256');
    expect(await blobs.get(small)).toEqual(SMALL);
  },
);
