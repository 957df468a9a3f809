import { expect, test } from 'vitest';
import { createDiskReserve } from '../../../src/platform/runtime/disk-reserve.ts';

const MB = 1024 * 1024;
const open = (freeBytes: number | undefined, reserveBytes = 512 * MB) =>
  createDiskReserve({
    folder: 'data',
    reserveBytes,
    statfs: async (folder) => {
      if (freeBytes === undefined || folder !== 'data') throw new Error('ENOSYS');
      return { bavail: freeBytes / 4096, bsize: 4096 };
    },
  });

test.each<[free: number, bytes: number, room: boolean]>([
  [600 * MB, 0, true],
  [600 * MB, 88 * MB, true],
  [600 * MB, 89 * MB, false],
  [512 * MB, 0, true],
  [511 * MB, 0, false],
  [0, 0, false],
])('with %d bytes free, %d more are accepted: %s', async (free, bytes, room) => {
  const refused = await open(free)
    .assertRoom(bytes)
    .then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
  expect(refused).toBe(room ? undefined : 'QUOTA_DISK');
});

test('a refusal contains the free bytes and the reserve', async () => {
  await expect(open(100 * MB).assertRoom(0)).rejects.toMatchObject({
    status: 507,
    message: expect.stringContaining('100 MB are free, and 512 MB are reserved') as string,
  });
});

test('the disk is low below the reserve', async () => {
  expect([await open(511 * MB).isLow(), await open(512 * MB).isLow()]).toEqual([true, false]);
});

test('nothing is refused without a reserve, or when the system reports no free space', async () => {
  for (const disk of [open(0, 0), open(undefined)]) {
    await disk.assertRoom(MB);
    expect(await disk.isLow()).toBe(false);
  }
  expect(await open(undefined).free()).toBeUndefined();
});
