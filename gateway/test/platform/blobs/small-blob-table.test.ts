import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import {
  openSmallBlobTable,
  readSmallBlobs,
  type SmallBlobTable,
} from '../../../src/platform/blobs/small-blob-table.ts';
import { sha256 } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';

function open(file: string): SmallBlobTable {
  const table = openSmallBlobTable(file);
  onTestFinished(table.close);
  return table;
}
const newFile = () => path.join(testFolder(), 'small.db');
const kept = (text: string, storedAt = 1_000) => ({
  sha256: sha256(text),
  bytes: Buffer.from(text),
  storedAt,
});
async function listed(table: SmallBlobTable) {
  const all: { sha256: string; bytes: number; storedAt: number }[] = [];
  for await (const entry of table.list()) all.push(entry);
  return all;
}
const names = async (table: SmallBlobTable) => (await listed(table)).map((entry) => entry.sha256).toSorted();

test('what one connection keeps, another one has, with its size and time', async () => {
  const file = newFile();
  const [writer, reader] = [open(file), open(file)];
  writer.change([kept('one'), kept('')]);
  expect(Buffer.from(reader.get(sha256('one'))!).toString()).toBe('one');
  expect(reader.get(sha256(''))).toHaveLength(0);
  expect([reader.has(sha256('one')), reader.has(sha256('two'))]).toEqual([true, false]);
  expect(reader.get(sha256('two'))).toBeUndefined();
  expect(await listed(reader)).toContainEqual({ sha256: sha256('one'), bytes: 3, storedAt: 1_000 });
});

test('of changes of which one cannot be, none is', async () => {
  const table = open(newFile());
  const wrong = kept('wrong', Number.NaN);
  expect(() => table.change([kept('one'), wrong])).toThrow(/constraint/);
  expect(await names(table)).toEqual([]);
  table.change([kept('two')]);
  expect(await names(table)).toEqual([sha256('two')]);
});

test('what is kept twice is there once, since the first time', async () => {
  const table = open(newFile());
  table.change([kept('one', 1_000), kept('one', 2_000)]);
  expect(await listed(table)).toEqual([{ sha256: sha256('one'), bytes: 3, storedAt: 1_000 }]);
});

test('what was kept since a time stays when what is older goes', async () => {
  const table = open(newFile());
  table.change([kept('old', 1_000), kept('new', 2_000)]);
  table.change(['old', 'new'].map((text) => ({ sha256: sha256(text), storedBefore: 2_000 })));
  expect(await names(table)).toEqual([sha256('new')]);
});

test('the room of what is removed is the disk’s again', async () => {
  const file = newFile();
  const table = open(file);
  const texts = Array.from({ length: 50 }, (_, index) => `${index}`.repeat(5_000));
  table.change(texts.map((text) => kept(text)));
  table.change(texts.map((text) => ({ sha256: sha256(text), storedBefore: Infinity })));
  const db = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => db.close());
  expect(db.prepare('PRAGMA freelist_count').get()).toEqual({ freelist_count: 0 });
  expect((db.prepare('PRAGMA page_count').get() as { page_count: number }).page_count).toBeLessThan(10);
});

test('a file that is no database is named, with what to do', async () => {
  const file = newFile();
  writeFileSync(file, 'no database '.repeat(100));
  expect(() => openSmallBlobTable(file)).toThrow(
    /small\.db \(file is not a database\): restore .* from a backup/,
  );
});

test('many are listed, each once, and others have their turn in between', async () => {
  const table = open(newFile());
  const texts = Array.from({ length: 450 }, (_, index) => `${index}`);
  table.change(texts.map((text) => kept(text)));
  let turns = 0;
  let over = false;
  const count = (): void => {
    turns++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  expect(await names(table)).toEqual(texts.map(sha256).toSorted());
  over = true;
  expect(turns).toBeGreaterThan(1);
});

test('what is wrong with the disk is no reason to move the file away', async () => {
  const folder = testFolder();
  expect(() => openSmallBlobTable(folder)).toThrow(/^unable to open database file$/);
});

test('who reads all has what is there at one moment, with the bytes', async () => {
  const file = newFile();
  const table = open(file);
  table.change([kept('one'), kept('two', 2_000)]);
  const read: string[] = [];
  for (const { sha256: name, content, storedAt } of readSmallBlobs(file)) {
    if (read.length === 0) table.change([kept('three')]);
    expect(name).toBe(sha256(Buffer.from(content)));
    read.push(`${Buffer.from(content).toString()} ${storedAt}`);
  }
  expect(read.toSorted()).toEqual(['one 1000', 'two 2000']);
});
