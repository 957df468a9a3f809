import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openSmallBlobTable, type SmallBlobChange } from '../../../src/platform/blobs/small-blob-table.ts';
import { openSmallBlobs, type SmallBlobs } from '../../../src/platform/blobs/small-blobs.ts';
import { sha256 } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';

/** A thread that does what it is told to: nothing while it `hangs`, and fails with `reason`. */
function openPlayed() {
  const file = path.join(testFolder(), 'small.db');
  const disk = { hangs: false, reason: undefined as string | undefined, commits: 0 };
  const table = openSmallBlobTable(file);
  const blobs = openSmallBlobs({
    file,
    now: () => 1_000,
    after: () => () => {},
    start: ({ answered }) => ({
      ask(changes: SmallBlobChange[]) {
        if (disk.hangs) return;
        disk.commits++;
        const { reason } = disk;
        if (reason === undefined) table.change(changes);
        setImmediate(() =>
          answered(changes.map(() => (reason === undefined ? { value: undefined } : { error: reason }))),
        );
      },
      end() {},
    }),
  });
  onTestFinished(() => {
    blobs.close();
    table.close();
  });
  return { blobs, disk, file, table };
}

const put = async (blobs: SmallBlobs, text: string): Promise<string> => {
  await blobs.put(sha256(text), Buffer.from(text));
  return sha256(text);
};
const listed = async (blobs: SmallBlobs): Promise<string[]> => {
  const all: string[] = [];
  for await (const { sha256: name } of blobs.list()) all.push(name);
  return all;
};

test('what is not written yet can be had', async () => {
  const { blobs, disk } = openPlayed();
  disk.hangs = true;
  const name = await put(blobs, 'early');
  expect([await blobs.has(name), String(await blobs.get(name))]).toEqual([true, 'early']);
});

test('what is settled is in the table', async () => {
  const { blobs, table } = openPlayed();
  const names = [await put(blobs, 'a'), await put(blobs, 'b')];
  await blobs.settle();
  expect(names.map(table.has)).toEqual([true, true]);
});

test('many that are brought at once are one commit', async () => {
  const { blobs, disk } = openPlayed();
  await Promise.all(Array.from({ length: 100 }, (_, index) => put(blobs, `${index}`)));
  await blobs.settle();
  expect(disk.commits).toBe(1);
});

test('what could not be written is told to whoever settles, can be had, and is tried again', async () => {
  const { blobs, disk, table } = openPlayed();
  disk.reason = 'disk full';
  const name = await put(blobs, 'a');
  await expect(blobs.settle()).rejects.toThrow('disk full');
  await expect(blobs.settle()).rejects.toThrow('disk full');
  expect([table.has(name), String(await blobs.get(name))]).toEqual([false, 'a']);
  disk.reason = undefined;
  await blobs.settle();
  expect(table.has(name)).toBe(true);
});

test('what cannot be written is in the way of nobody who lists', async () => {
  const { blobs, disk } = openPlayed();
  const name = await put(blobs, 'kept');
  await blobs.settle();
  disk.reason = 'disk full';
  await put(blobs, 'lost');
  expect(await listed(blobs)).toEqual([name]);
});

test('who brings more than waits already waits for the disk', async () => {
  const { blobs, disk } = openPlayed();
  disk.hangs = true;
  const brought: number[] = [];
  for (let index = 0; index < 12; index++) {
    const bytes = Buffer.alloc(1024 * 1024, index);
    void blobs.put(sha256(bytes), bytes).then(
      () => brought.push(index),
      () => {}, // it ends with the test
    );
  }
  await new Promise(setImmediate);
  expect(brought).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('what was written makes room for what comes', async () => {
  const { blobs, disk } = openPlayed();
  for (let index = 0; index < 10; index++) {
    await put(blobs, `${index}`.repeat(1024 * 1024));
    await blobs.settle();
  }
  disk.hangs = true;
  expect(await put(blobs, 'more')).toBe(sha256('more')); // it would wait for ever
});

test('who lists also finds what nobody settles, since the rest of its release never came', async () => {
  const { blobs } = openPlayed();
  const name = await put(blobs, 'given up');
  expect(await listed(blobs)).toEqual([name]);
});

test('what is removed on its way is gone, also from the table', async () => {
  const { blobs, table } = openPlayed();
  const name = await put(blobs, 'a');
  const removed = blobs.remove(name);
  expect([await blobs.has(name), await blobs.get(name)]).toEqual([false, undefined]);
  await removed;
  await blobs.settle();
  expect([await blobs.has(name), await blobs.get(name), table.has(name)]).toEqual([false, undefined, false]);
});

test('what is on its way out is brought again, and stays', async () => {
  const { blobs, table } = openPlayed();
  const name = await put(blobs, 'a');
  await blobs.settle();
  const removed = blobs.remove(name);
  expect(await blobs.has(name)).toBe(false);
  await put(blobs, 'a');
  await Promise.all([removed, blobs.settle()]);
  expect([table.has(name), await blobs.has(name)]).toEqual([true, true]);
});

test('what was removed and brought again is settled when it is in the table again', async () => {
  const { blobs, disk } = openPlayed();
  const name = await put(blobs, 'a');
  await new Promise(setImmediate); // it is being written
  disk.hangs = true;
  void blobs.remove(name).catch(() => {});
  await put(blobs, 'a');
  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  };
  await turns(); // the first one is written
  let isSettled = false;
  void blobs.settle().then(
    () => (isSettled = true),
    () => {},
  );
  await turns();
  expect(isSettled).toBe(false);
});

test('a disk that cannot be written to does not fill the memory', async () => {
  const { blobs, disk } = openPlayed();
  disk.reason = 'disk full';
  const tries = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(1024 * 1024));
  const refused: string[] = [];
  for (const text of tries) await put(blobs, text).catch(() => refused.push(text));
  expect(refused).toHaveLength(11);
  expect(await Promise.all(refused.map((text) => blobs.has(sha256(text))))).not.toContain(true);
});

test('what is on its way stays when what is older goes', async () => {
  const { blobs, table } = openPlayed();
  const name = await put(blobs, 'a');
  const removed = blobs.remove(name, 1_000);
  expect(await blobs.has(name)).toBe(true);
  await removed;
  await blobs.settle();
  expect(table.has(name)).toBe(true);
});

test('what was given is the giver’s again', async () => {
  const { blobs } = openPlayed();
  const bytes = Buffer.from('given');
  const name = sha256(bytes);
  await blobs.put(name, bytes);
  bytes.fill(0);
  expect(String(await blobs.get(name))).toBe('given');
  await blobs.settle();
  expect(String(await blobs.get(name))).toBe('given');
});

test('a row that is damaged is read as missing, and taken in again', async () => {
  const { blobs, file } = openPlayed();
  const name = await put(blobs, 'good');
  await blobs.settle();
  const db = new DatabaseSync(file);
  db.prepare('UPDATE blob SET content = ?').run(Buffer.from('bad'));
  db.close();
  expect([await blobs.get(name), await blobs.has(name)]).toEqual([undefined, false]);
  await put(blobs, 'good');
  expect(String(await blobs.get(name))).toBe('good');
});

test('a thread writes them, and what another process opens then is there', async () => {
  const file = path.join(testFolder(), 'small.db');
  const options = { file, now: () => 1_000, after: () => () => {} };
  const blobs = openSmallBlobs(options);
  const names = await Promise.all(['a', 'b', 'c'].map((text) => put(blobs, text)));
  await blobs.settle();
  const other = openSmallBlobs(options);
  onTestFinished(() => {
    blobs.close();
    other.close();
  });
  expect((await listed(other)).toSorted()).toEqual(names.toSorted());
  await expect(blobs.put(sha256('d'), Buffer.from('e'))).rejects.toThrow('does not match');
});
