import { sha256 } from '@voltframe/kit/packaging/sha256';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../src/platform/open-platform.ts';
import type { ObjectStoreAddress } from '../../src/platform/blobs/object-store.ts';
import { startFakeS3, refuse } from '../fixtures/fake-s3.ts';
import { clearedDatabase, NEEDS_SERVER, testFolder, withServer } from '../fixtures/test-database.ts';

describe.runIf(withServer)('a gateway with an object store', NEEDS_SERVER, () => {
  const open = async (databaseUrl: string, blobStore: ObjectStoreAddress | undefined) => {
    const logged: string[] = [];
    const log = (...[, text]: unknown[]) => void logged.push(String(text));
    const data = { dataDir: testFolder(), databaseUrl, blobStore, diskReserveBytes: 0 };
    const storage = await openStorage({ data }, {}, Date.now, { error: log, warn: log });
    onTestFinished(storage.close);
    return { storage, logged };
  };
  const bytes = Buffer.from('text');

  test('stores its files there, and does not start without it any more', async () => {
    const [url, { address, objects }] = [await clearedDatabase(), await startFakeS3()];
    const { storage } = await open(url, address);
    await storage.blobs.put(sha256(bytes), bytes);
    expect([...objects.values()]).toEqual([bytes]);
    await expect(open(url, undefined)).rejects.toMatchObject({
      code: 'GW_SETTING_INVALID',
      fix: 'Set BLOB_STORE as before: 1 files of the site are in an object store.',
    });
  });

  test('does not start when the store refuses it', async () => {
    const { address } = await startFakeS3((_, response) => refuse(response, 403, 'AccessDenied'));
    await expect(open(await clearedDatabase(), address)).rejects.toMatchObject({
      code: 'GW_SETTING_INVALID',
    });
  });

  test('starts and logs it when the store is away', async () => {
    const { address } = await startFakeS3((_, response) => refuse(response, 500, 'InternalError'));
    const { logged } = await open(await clearedDatabase(), address);
    expect(logged).toEqual([expect.stringContaining('the object store is away')]);
  });
});
