import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { type BlobStore, createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { openOwnBlobs, SMALL_BYTES } from '../../../src/platform/blobs/own-blobs.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { withinReserve } from '../../../src/platform/blobs/within-reserve.ts';
import { createPostgresBlobStore } from '../../../src/platform/blobs/postgres-blob-store.ts';
import {
  DATABASES,
  emptyDatabase,
  testFolder,
  withServer,
  NEEDS_SERVER,
} from '../../fixtures/test-database.ts';

interface Opened {
  blobs: BlobStore;
  /** The folder of this machine. */
  folder: string;
}

let time = Date.parse('2026-11-21T10:00:00Z');
const PART_BYTES = 1_000;

async function openShared(databaseUrl: string, cacheBytes = Infinity): Promise<Opened> {
  const folder = testFolder();
  const db = await openDatabase({ dataDir: folder, databaseUrl });
  onTestFinished(() => db.destroy());
  const cache = withinReserve(createFileBlobStore(folder, { durable: false }), async (bytes) => {
    if (bytes > cacheBytes) throw new Error('no room');
  });
  return {
    folder,
    blobs: createPostgresBlobStore({ db, cache, now: () => time, partBytes: PART_BYTES }),
  };
}

async function openStore(kind: string): Promise<Opened> {
  if (kind === 'PostgreSQL') return openShared(await emptyDatabase());
  const folder = testFolder();
  if (kind === 'files') return { folder, blobs: createFileBlobStore(folder) };
  const blobs = openOwnBlobs({ folder, now: () => time, after: () => () => {} });
  onTestFinished(blobs.close);
  return { folder, blobs };
}

const put = async (blobs: BlobStore, bytes: Buffer): Promise<string> => {
  const name = sha256(bytes);
  await blobs.put(name, bytes);
  return name;
};
const putSettled = async (blobs: BlobStore, bytes: Buffer): Promise<string> => {
  const name = await put(blobs, bytes);
  await blobs.settle();
  return name;
};
const listed = async (blobs: BlobStore) => {
  const all: { sha256: string; bytes: number; storedAt: number }[] = [];
  for await (const entry of blobs.list()) all.push(entry);
  return all;
};
const fileIn = (folder: string, name: string) => path.join(folder, name.slice(0, 2), name.slice(2));

describe.each(['files', ...DATABASES])('blobs with %s', (kind) => {
  test.each([0, 1, PART_BYTES, PART_BYTES + 1, 5 * PART_BYTES - 1, SMALL_BYTES, SMALL_BYTES + 1])(
    '%i bytes come back as they were',
    async (length) => {
      const { blobs } = await openStore(kind);
      const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 256));
      const name = await putSettled(blobs, bytes);
      expect(await blobs.get(name)).toEqual(bytes);
      expect(await listed(blobs)).toMatchObject([{ sha256: name, bytes: length }]);
    },
  );

  test('what does not have its sha-256 is not taken', async () => {
    const { blobs } = await openStore(kind);
    await expect(blobs.put(sha256('a'), Buffer.from('b'))).rejects.toThrow('does not match');
    expect([await blobs.has(sha256('a')), await blobs.get(sha256('a'))]).toEqual([false, undefined]);
  });

  test('what is removed is gone', async () => {
    const { blobs } = await openStore(kind);
    const name = await putSettled(blobs, Buffer.from('a'));
    await blobs.remove(name);
    expect([await blobs.has(name), await blobs.get(name), await listed(blobs)]).toEqual([
      false,
      undefined,
      [],
    ]);
  });

  test('many that put the same at once all succeed', async () => {
    const { blobs } = await openStore(kind);
    const names = await Promise.all(Array.from({ length: 8 }, () => putSettled(blobs, Buffer.from('same'))));
    expect(await listed(blobs)).toMatchObject([{ sha256: names[0] }]);
  });
});

test('what could not be settled is tried again by the next who settles', async () => {
  const folder = testFolder();
  const blobs = createFileBlobStore(folder);
  const parent = path.dirname(fileIn(folder, await put(blobs, Buffer.from('a'))));
  await rename(parent, `${parent}-away`);
  await expect(blobs.settle()).rejects.toThrow('ENOENT');
  await expect(blobs.settle()).rejects.toThrow('ENOENT');
  await rename(`${parent}-away`, parent);
  await expect(blobs.settle()).resolves.toBeUndefined();
});

test('what is not settled yet can be had', async () => {
  const blobs = createFileBlobStore(testFolder());
  const name = await put(blobs, Buffer.from('early'));
  expect([await blobs.has(name), String(await blobs.get(name))]).toEqual([true, 'early']);
  await blobs.settle();
  expect([await blobs.has(name), String(await blobs.get(name))]).toEqual([true, 'early']);
});

test('who lists also finds what nobody settles, since the rest of its release never came', async () => {
  const folder = testFolder();
  const blobs = createFileBlobStore(folder);
  const name = await put(blobs, Buffer.from('given up'));
  expect(await listed(blobs)).toMatchObject([{ sha256: name }]);
  await blobs.remove(name);
  expect(await readdir(path.dirname(fileIn(folder, name)))).toEqual([]);
});

test('what cannot be settled is in the way of nobody who lists', async () => {
  const folder = testFolder();
  const blobs = createFileBlobStore(folder);
  const kept = await putSettled(blobs, Buffer.from('kept'));
  const lost = fileIn(folder, await put(blobs, Buffer.from('lost')));
  await rename(path.dirname(lost), path.join(folder, 'elsewhere'));
  expect(await listed(blobs)).toMatchObject([{ sha256: kept }]);
});

test('what a process that was killed left half-written goes when the next one lists', async () => {
  const folder = testFolder();
  const name = await put(createFileBlobStore(folder), Buffer.from('unsettled'));
  const next = createFileBlobStore(folder);
  expect([await next.has(name), await listed(next)]).toEqual([false, []]);
  expect(await readdir(path.dirname(fileIn(folder, name)))).toEqual([]);
});

describe.runIf(withServer)('blobs of several gateways', NEEDS_SERVER, () => {
  const openTwo = async (): Promise<[Opened, Opened]> => {
    const url = await emptyDatabase();
    return [await openShared(url), await openShared(url)];
  };

  test('what one took in, the other has, and keeps on its own disk once it was asked for', async () => {
    const [one, two] = await openTwo();
    const name = await put(one.blobs, Buffer.from('shared'));
    expect(await two.blobs.has(name)).toBe(true);
    expect(String(await two.blobs.get(name))).toBe('shared');
    expect(String(await readFile(fileIn(two.folder, name)))).toBe('shared');
  });

  test('a file that is damaged on the disk is fetched again', async () => {
    const [one] = await openTwo();
    const name = await put(one.blobs, Buffer.from('good'));
    await writeFile(fileIn(one.folder, name), 'bad');
    expect(String(await one.blobs.get(name))).toBe('good');
    expect(String(await readFile(fileIn(one.folder, name)))).toBe('good');
  });

  test('what is on the disk alone does not count as stored', async () => {
    const [one, two] = await openTwo();
    const name = await put(one.blobs, Buffer.from('gone'));
    await two.blobs.remove(name);
    expect(await one.blobs.has(name)).toBe(false);
    await put(one.blobs, Buffer.from('gone'));
    expect(String(await two.blobs.get(name))).toBe('gone');
  });

  test('what another gateway asked for since stays, however old it is', async () => {
    const [one, two] = await openTwo();
    const name = await put(one.blobs, Buffer.from('old'));
    time += 3_600_000;
    const [{ storedAt } = { storedAt: 0 }] = await listed(one.blobs);
    expect(await two.blobs.has(name)).toBe(true);
    await one.blobs.remove(name, storedAt + 1);
    expect(await two.blobs.has(name)).toBe(true);
    await one.blobs.remove(name, time + 1);
    expect(await two.blobs.has(name)).toBe(false);
  });

  test('a release is fetched ahead, large files lie on the disk, and what is stored nowhere goes', async () => {
    const [one, two] = await openTwo();
    const names = [await put(one.blobs, Buffer.from('a')), await put(one.blobs, Buffer.from('b'))];
    await two.blobs.cache!.fetchAll(names);
    await one.blobs.remove(names[0]!);
    await two.blobs.cache!.prune();
    const place = two.blobs.place!;
    expect(await Promise.all(names.map((name) => place.ensure(name)))).toEqual([false, true]);
    expect(String(await readFile(path.join(place.root, place.pathOf(names[1]!))))).toBe('b');
  });

  test('on a machine whose disk is almost full, files are answered all the same, and none is said to lie there', async () => {
    const { blobs } = await openShared(await emptyDatabase(), 1);
    const name = await put(blobs, Buffer.from('large'));
    expect(String(await blobs.get(name))).toBe('large');
    expect(await blobs.place!.ensure(name)).toBe(false);
  });
});
