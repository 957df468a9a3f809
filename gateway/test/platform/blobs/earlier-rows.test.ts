import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { withEarlierRows } from '../../../src/platform/blobs/earlier-rows.ts';
import { writeEarlierRows } from '../../fixtures/earlier-rows.ts';
import { sha256 } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const TEXTS = ['', 'one', 'two', 'three'];

function setUp(assertRoom?: () => Promise<void>) {
  const folder = testFolder();
  const table = path.join(folder, 'small.db');
  writeEarlierRows(table, TEXTS);
  const open = () => withEarlierRows(createFileBlobStore(folder, assertRoom), table);
  return { folder, table, open };
}

test('rows are readable immediately and moved to files, and the table is deleted', async () => {
  const { folder, table, open } = setUp();
  const blobs = open();
  const read = () =>
    Promise.all(
      TEXTS.map(async (text) => [await blobs.has(sha256(text)), String(await blobs.get(sha256(text)))]),
    );
  const expected = TEXTS.map((text) => [true, text]);
  expect(await read()).toEqual(expected);
  await expect.poll(() => existsSync(table)).toBe(false);
  expect(readdirSync(folder).toSorted()).toEqual(TEXTS.map((text) => sha256(text).slice(0, 2)).toSorted());
  expect(await read()).toEqual(expected);
  await blobs.close();
});

test('rows that cannot be moved stay readable, and are moved at the next start', async () => {
  let isFull = true;
  const { table, open } = setUp(async () => {
    if (isFull) throw new Error('no room');
  });
  const blobs = open();
  await blobs.close();
  const second = open();
  expect(String(await second.get(sha256('two')))).toBe('two');
  expect([existsSync(table), await second.has(sha256('other'))]).toEqual([true, false]);
  await second.close();
  isFull = false;
  const third = open();
  await expect.poll(() => existsSync(table)).toBe(false);
  await third.close();
  expect(String(await third.get(sha256('two')))).toBe('two');
});

test('a damaged row counts as missing, and does not block other rows', async () => {
  const { folder, table, open } = setUp();
  const db = new DatabaseSync(table);
  db.prepare('UPDATE blob SET content = ? WHERE sha256 = ?').run(
    Buffer.from('bad'),
    Buffer.from(sha256('one'), 'hex'),
  );
  db.close();
  const blobs = open();
  expect([await blobs.get(sha256('one')), await blobs.has(sha256('one'))]).toEqual([undefined, false]);
  await expect.poll(() => existsSync(table)).toBe(false);
  await blobs.close();
  expect(String(await createFileBlobStore(folder).get(sha256('three')))).toBe('three');
});

test('a table that cannot be read aborts the start with the fix', () => {
  const { table, open } = setUp();
  writeFileSync(table, 'no database '.repeat(1_000));
  expect(open).toThrow(/small files of releases cannot be read from .*small\.db.*restore the data folder/);
});
