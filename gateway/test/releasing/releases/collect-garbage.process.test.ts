import path from 'node:path';
import { expect, test } from 'vitest';
import { collectGarbage } from '../../../src/releasing/releases/collect-garbage.ts';
import { type BlobStore, createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { createStateStore } from '../../../src/platform/database/state-store.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { pagesBundle, remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

const DAY_MS = 86_400_000;
const version = (text: string) => remoteRelease({ server: pagesBundle({ 'docs.home': `<h1>${text}</h1>` }) });

async function blobNames(blobs: BlobStore): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { sha256: name } of blobs.list()) names.add(name);
  return names;
}

test('files of the live and leased compositions stay; unused files over the limit are removed', async () => {
  const releases = ['one', 'two', 'three'].map(version);
  const setup = await startTestGateway([shellRelease(), releases[0]!]);
  await setup.publish(releases[1]!);
  await setup.publish(releases[2]!);
  const { dataDir } = setup.config.data;
  await setup.close();
  const db = await openDatabase({ dataDir });
  const blobs = createFileBlobStore(path.join(dataDir, 'blobs'));
  const options = { state: createStateStore(db), blobs, storeBytes: 0, retainedRefused: 10 };
  const bundleOf = (index: number) => releases[index]!.release.files['server/server.cjs']!.sha256;

  await collectGarbage({ ...options, now: () => setup.now() + DAY_MS / 2 });
  expect([...(await blobNames(blobs))]).toEqual(expect.arrayContaining([0, 1, 2].map(bundleOf)));

  await collectGarbage({ ...options, now: () => setup.now() + 2 * DAY_MS });
  const after = await blobNames(blobs);
  expect([0, 1, 2].map((index) => after.has(bundleOf(index)))).toEqual([false, false, true]);
  await db.destroy();
});
