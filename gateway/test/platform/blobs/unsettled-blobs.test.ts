import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createUnsettledBlobs } from '../../../src/platform/blobs/unsettled-blobs.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const names = async (folder: string) => (await readdir(folder)).toSorted();

async function added(text: string) {
  const unsettled = createUnsettledBlobs();
  const folder = path.join(testFolder(), 'ab');
  const file = path.join(folder, 'cd');
  const temporary = await unsettled.write(file, Buffer.from(text));
  unsettled.add(file, temporary);
  return { unsettled, folder, file, temporary };
}

test('what is written has its name when it is settled, not before', async () => {
  const { unsettled, folder, file, temporary } = await added('text');
  expect(unsettled.find(file)).toBe(temporary);
  expect(await names(folder)).toEqual([path.basename(temporary)]);
  expect(String(await readFile(temporary))).toBe('text');
  await unsettled.settle();
  expect(unsettled.find(file)).toBeUndefined();
  expect(await names(folder)).toEqual(['cd']);
  expect(String(await readFile(file))).toBe('text');
});

test('what is dropped is settled by nobody, and holds up nothing else', async () => {
  const { unsettled, folder, file } = await added('text');
  await unsettled.drop(file);
  expect(await names(folder)).toEqual([]);
  await expect(unsettled.settle()).resolves.toBeUndefined();
});

test('what cannot be settled says so, and is tried again', async () => {
  const { unsettled, folder, file, temporary } = await added('text');
  await rm(temporary);
  await expect(unsettled.settle()).rejects.toThrow('ENOENT');
  await expect(unsettled.settle()).rejects.toThrow('ENOENT');
  await unsettled.drop(file);
  await expect(unsettled.settle()).resolves.toBeUndefined();
  expect(await names(folder)).toEqual([]);
});

test('what cannot be written leaves nothing behind', async () => {
  const unsettled = createUnsettledBlobs();
  const folder = testFolder();
  await mkdir(path.join(folder, 'taken'));
  const file = path.join(folder, 'taken', 'x'.repeat(5), 'file');
  await unsettled.place(await unsettled.write(file, Buffer.from('text')), file);
  await expect(unsettled.write(path.join(file, 'below'), Buffer.from('text'))).rejects.toThrow('ENOTDIR');
  expect(await names(path.dirname(file))).toEqual(['file']);
});

test('what another process left half-written is told from what is on its way', async () => {
  const { unsettled, folder, temporary } = await added('text');
  expect(unsettled.isLeft(temporary)).toBe(false);
  expect(unsettled.isLeft(path.join(folder, '.of-before.tmp'))).toBe(true);
  expect(unsettled.isLeft(path.join(folder, 'cd'))).toBe(false);
});

test('of many some are settled while others come, and all when they have to be', async () => {
  const unsettled = createUnsettledBlobs();
  const folder = testFolder();
  const files = Array.from({ length: 200 }, (_, index) => path.join(folder, `file-${index}`));
  for (const file of files) unsettled.add(file, await unsettled.write(file, Buffer.from(file)));
  await expect.poll(async () => (await names(folder)).some((name) => name.startsWith('file-'))).toBe(true);
  await unsettled.settle();
  expect(await names(folder)).toEqual(files.map((file) => path.basename(file)).toSorted());
  expect(files.map((file) => unsettled.find(file)).filter(Boolean)).toEqual([]);
});

test('what cannot be settled ahead is told of to who settles', async () => {
  const unsettled = createUnsettledBlobs();
  const folder = testFolder();
  for (let index = 0; index < 200; index++) {
    const file = path.join(folder, `file-${index}`);
    const temporary = await unsettled.write(file, Buffer.from('text'));
    if (index === 3) await rm(temporary);
    unsettled.add(file, temporary);
  }
  await expect(unsettled.settle()).rejects.toThrow('ENOENT');
});

test.each([0, 1, 64 * 1024, 64 * 1024 + 1])('%i bytes are written as they are', async (length) => {
  const unsettled = createUnsettledBlobs();
  const file = path.join(testFolder(), 'ab', 'cd');
  const bytes = Buffer.alloc(length, 7);
  const temporary = await unsettled.write(file, bytes);
  expect(bytes.equals(await readFile(temporary))).toBe(true);
});
