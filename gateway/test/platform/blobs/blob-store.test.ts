import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { type BlobStore, createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { type ObjectStore, openObjectStore } from '../../../src/platform/blobs/object-store.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createPostgresBlobStore } from '../../../src/platform/blobs/postgres-blob-store.ts';
import { startFakeS3 } from '../../fixtures/fake-s3.ts';
import { clearedDatabase, testFolder, withServer, NEEDS_SERVER } from '../../fixtures/test-database.ts';

interface Opened {
  blobs: BlobStore;
  /** The folder of this machine. */
  folder: string;
}

let time = Date.parse('2026-11-21T10:00:00Z');
const PART_BYTES = 1_000;
const OBJECTS = 'PostgreSQL and objects';

async function openShared(
  databaseUrl: string,
  { cacheBytes = Infinity, objects }: { cacheBytes?: number; objects?: ObjectStore } = {},
): Promise<Opened> {
  const folder = testFolder();
  const db = await openDatabase({ dataDir: folder, databaseUrl });
  onTestFinished(() => db.destroy());
  const cache = createFileBlobStore(folder, async (bytes) => {
    if (bytes > cacheBytes) throw new Error('no room');
  });
  return {
    folder,
    blobs: createPostgresBlobStore({ db, cache, objects, now: () => time, partBytes: PART_BYTES }),
  };
}

async function openStore(kind: string): Promise<Opened> {
  if (kind === 'PostgreSQL') return openShared(await clearedDatabase());
  if (kind === OBJECTS) {
    const objects = await openObjectStore((await startFakeS3()).address);
    return openShared(await clearedDatabase(), { objects });
  }
  const folder = testFolder();
  return { folder, blobs: createFileBlobStore(folder) };
}

const put = async (blobs: BlobStore, bytes: Buffer): Promise<string> => {
  const name = sha256(bytes);
  await blobs.put(name, bytes);
  return name;
};
const listed = async (blobs: BlobStore) => {
  const all: { sha256: string; bytes: number; storedAt: number }[] = [];
  for await (const entry of blobs.list()) all.push(entry);
  return all;
};
const fileIn = (folder: string, name: string) => path.join(folder, name.slice(0, 2), name.slice(2));

test('the folder of the store exists before the first blob', async () => {
  const folder = path.join(testFolder(), 'blobs');
  createFileBlobStore(folder);
  expect(await readdir(folder)).toEqual([]);
});

describe.each(['files', ...(withServer ? ['PostgreSQL', OBJECTS] : [])])('a blob store with %s', (kind) => {
  test.each([0, 1, PART_BYTES, PART_BYTES + 1, 5 * PART_BYTES - 1])(
    'returns %i bytes unchanged',
    async (length) => {
      const { blobs } = await openStore(kind);
      const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 256));
      const name = await put(blobs, bytes);
      expect(await blobs.get(name)).toEqual(bytes);
      expect(await listed(blobs)).toMatchObject([{ sha256: name, bytes: length }]);
    },
  );

  test('refuses bytes that do not match their sha-256', async () => {
    const { blobs } = await openStore(kind);
    await expect(blobs.put(sha256('a'), Buffer.from('b'))).rejects.toThrow('does not match');
    expect([await blobs.has(sha256('a')), await blobs.get(sha256('a'))]).toEqual([false, undefined]);
  });

  test('stores a stream, unless it does not match its sha-256', async () => {
    const { blobs, folder } = await openStore(kind);
    const pieces = async function* () {
      for (const text of ['one, ', 'two, ', 'three']) yield Buffer.from(text);
    };
    const name = sha256('one, two, three');
    expect(await blobs.putStream(sha256('a'), 15, pieces())).toBe(false);
    expect([await blobs.sizeOf(sha256('a')), await blobs.sizeOf(name)]).toEqual([undefined, undefined]);
    for (let times = 0; times < 2; times++) expect(await blobs.putStream(name, 15, pieces())).toBe(true);
    expect([String(await blobs.get(name)), await blobs.sizeOf(name)]).toEqual(['one, two, three', 15]);
    const files = await readdir(folder, { recursive: true });
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });

  test('deletes an aborted stream, and does not damage the stored blob', async () => {
    const { blobs, folder } = await openStore(kind);
    const name = await put(blobs, Buffer.from('whole'));
    const broken = async function* () {
      yield Buffer.from('who');
      throw new Error('hung up');
    };
    await expect(blobs.putStream(name, 5, broken())).rejects.toThrow('hung up');
    expect(String(await blobs.get(name))).toBe('whole');
    const files = await readdir(folder, { recursive: true });
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });

  test('does not return a removed blob', async () => {
    const { blobs } = await openStore(kind);
    const name = await put(blobs, Buffer.from('a'));
    await blobs.remove(name);
    expect([await blobs.has(name), await blobs.get(name), await listed(blobs)]).toEqual([
      false,
      undefined,
      [],
    ]);
  });

  test('stores the same blob concurrently', async () => {
    const { blobs } = await openStore(kind);
    const names = await Promise.all(Array.from({ length: 8 }, () => put(blobs, Buffer.from('same'))));
    expect(await listed(blobs)).toMatchObject([{ sha256: names[0] }]);
  });
});

test('a blob that is being written counts as stored only when it is durable', async () => {
  const begun = Promise.withResolvers<void>();
  const room = Promise.withResolvers<void>();
  const blobs = createFileBlobStore(testFolder(), () => (begun.resolve(), room.promise));
  const settled: string[] = [];
  const bytes = Buffer.from('text');
  const putting = blobs.put(sha256(bytes), bytes).then(() => settled.push('put'));
  await begun.promise;
  const asking = blobs.has(sha256(bytes)).then((has) => settled.push(`has ${has}`));
  room.resolve();
  await Promise.all([putting, asking]);
  expect(settled).toEqual(['put', 'has true']);
});

test('a blob that cannot be written leaves no file, and can be stored later', async () => {
  const folder = testFolder();
  let room = 3;
  const blobs = createFileBlobStore(folder, async (bytes) => {
    if (bytes > room) throw new Error('no room');
  });
  const [small, large] = [Buffer.from('abc'), Buffer.from('abcd')];
  await blobs.put(sha256(small), small);
  await expect(blobs.put(sha256(large), large)).rejects.toThrow('no room');
  expect([await blobs.has(sha256(large)), await listed(blobs)]).toMatchObject([
    false,
    [{ sha256: sha256(small) }],
  ]);
  room = Infinity;
  await blobs.put(sha256(large), large);
  expect(await blobs.get(sha256(large))).toEqual(large);

  const blocked = Buffer.from('blocked');
  await writeFile(path.join(folder, sha256(blocked).slice(0, 2)), 'in the way of the folder');
  await expect(blobs.put(sha256(blocked), blocked)).rejects.toThrow(/EEXIST|ENOTDIR/);
});

test('listing deletes the temporary files of killed processes, but not those that are being written', async () => {
  const folder = testFolder();
  await mkdir(path.join(folder, 'ab'));
  await writeFile(path.join(folder, 'ab/.left.tmp'), 'half');
  await utimes(path.join(folder, 'ab/.left.tmp'), 1_000, 1_000);
  await writeFile(path.join(folder, 'ab/.written.tmp'), 'half');
  expect(await listed(createFileBlobStore(folder))).toEqual([]);
  expect(await readdir(path.join(folder, 'ab'))).toEqual(['.written.tmp']);
});

test('a blob that was stored or looked up since the listing is not removed', async () => {
  const folder = testFolder();
  const blobs = createFileBlobStore(folder);
  const names = [await put(blobs, Buffer.from('stored again')), await put(blobs, Buffer.from('looked up'))];
  names.push(await put(blobs, Buffer.from('old')));
  for (const name of names) await utimes(fileIn(folder, name), 1_000, 1_000);
  const before = Date.now() - 60_000;
  expect((await listed(blobs)).every(({ storedAt }) => storedAt < before)).toBe(true);
  await put(blobs, Buffer.from('stored again'));
  await blobs.has(names[1]!);
  for (const name of names) await blobs.remove(name, before);
  expect(await Promise.all(names.map((name) => blobs.has(name)))).toEqual([true, true, false]);
});

test('a damaged file is read as missing, and can be stored again', async () => {
  const folder = testFolder();
  const blobs = createFileBlobStore(folder);
  const name = await put(blobs, Buffer.from('good'));
  await writeFile(fileIn(folder, name), 'bad');
  expect([await blobs.get(name), await blobs.has(name)]).toEqual([undefined, false]);
  await put(blobs, Buffer.from('good'));
  expect(String(await blobs.get(name))).toBe('good');
});

test.each([sha256('a').toUpperCase(), `${sha256('a')}zz`, '../../etc/passwd'])(
  'the name %s is refused',
  async (name) => {
    const blobs = createFileBlobStore(testFolder());
    for (const answer of [
      blobs.get(name),
      blobs.has(name),
      blobs.put(name, Buffer.from('a')),
      blobs.remove(name),
    ])
      await expect(answer).rejects.toThrow('Not a sha-256');
  },
);

describe.runIf(withServer)('gateways with a shared blob store', NEEDS_SERVER, () => {
  const openTwo = async (): Promise<[Opened, Opened]> => {
    const url = await clearedDatabase();
    return [await openShared(url), await openShared(url)];
  };

  test('return a blob that another gateway stored, and copy it to their own disk', async () => {
    const [one, two] = await openTwo();
    const name = await put(one.blobs, Buffer.from('shared'));
    expect(await two.blobs.has(name)).toBe(true);
    expect(String(await two.blobs.get(name))).toBe('shared');
    expect(String(await readFile(fileIn(two.folder, name)))).toBe('shared');
  });

  test('fetch a file again that is damaged on the disk', async () => {
    const [one] = await openTwo();
    const name = await put(one.blobs, Buffer.from('good'));
    await writeFile(fileIn(one.folder, name), 'bad');
    expect(String(await one.blobs.get(name))).toBe('good');
    expect(String(await readFile(fileIn(one.folder, name)))).toBe('good');
  });

  test('do not count a file as stored that is only on the disk', async () => {
    const [one, two] = await openTwo();
    const name = await put(one.blobs, Buffer.from('gone'));
    await two.blobs.remove(name);
    expect(await one.blobs.has(name)).toBe(false);
    await put(one.blobs, Buffer.from('gone'));
    expect(String(await two.blobs.get(name))).toBe('gone');
  });

  test('do not remove a blob that another gateway looked up since', async () => {
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

  test('fetch the files of a release to the disk, and prune those that are not stored', async () => {
    const [one, two] = await openTwo();
    const names = [await put(one.blobs, Buffer.from('a')), await put(one.blobs, Buffer.from('b'))];
    await two.blobs.cache!.fetchAll(names);
    await one.blobs.remove(names[0]!);
    await two.blobs.cache!.prune();
    const place = two.blobs.place!;
    expect(await Promise.all(names.map((name) => place.ensure(name)))).toEqual([false, true]);
    expect(String(await readFile(path.join(place.root, place.pathOf(names[1]!))))).toBe('b');
  });

  test('return blobs although the disk is full, and report none on the disk', async () => {
    const { blobs } = await openShared(await clearedDatabase(), { cacheBytes: 1 });
    const name = await put(blobs, Buffer.from('large'));
    expect(String(await blobs.get(name))).toBe('large');
    expect(await blobs.place!.ensure(name)).toBe(false);
  });
});

describe.runIf(withServer)('gateways with an object store', NEEDS_SERVER, () => {
  const openObjects = async () => {
    const [url, s3] = [await clearedDatabase(), await startFakeS3()];
    const objects = await openObjectStore(s3.address);
    const open = () => openShared(url, { objects });
    return { url, s3, open, objects, one: await open(), two: await open() };
  };

  test('do not return an object whose bytes were changed', async () => {
    const { s3, one, two } = await openObjects();
    const name = await put(one.blobs, Buffer.from('good'));
    for (const object of s3.objects.keys()) s3.objects.set(object, Buffer.from('evil'));
    expect([await two.blobs.has(name), await two.blobs.get(name)]).toEqual([true, undefined]);
  });

  test('keep no object that no row names', async () => {
    const { s3, one, two } = await openObjects();
    const bytes = Buffer.from('same');
    const names = await Promise.all([one, two].map(({ blobs }) => put(blobs, bytes)));
    expect(s3.objects.size).toBe(1);
    await one.blobs.remove(names[0]!);
    expect(s3.objects.size).toBe(0);
  });

  test('store no blob that the object store refuses', async () => {
    const { one, objects } = await openObjects();
    const refused = vi.spyOn(objects, 'put').mockRejectedValueOnce(new Error('away'));
    await expect(put(one.blobs, Buffer.from('a'))).rejects.toThrow('away');
    refused.mockRestore();
    expect(await one.blobs.has(sha256('a'))).toBe(false);
  });

  test('return blobs that were stored as rows before', async () => {
    const { url, s3, one } = await openObjects();
    const before = await openShared(url);
    const name = await put(before.blobs, Buffer.from('row'));
    expect(String(await one.blobs.get(name))).toBe('row');
    await put(one.blobs, Buffer.from('row'));
    expect(s3.objects.size).toBe(0);
  });
});
