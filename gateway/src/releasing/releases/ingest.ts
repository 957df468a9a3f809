import type { Release, ReleaseFile } from '@voltframe/kit/contract/release/release';
import { verifyFile } from '@voltframe/kit/packaging/verify-release';
import pMap from 'p-map';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';

/** Files that are read and written at the same time. All of these are in memory. */
const AT_ONCE = 8;

/**
 * Stores the files of a release, each checked against its sha-256 and size; a file that is stored already is not read.
 * @param read gives a file's bytes; it must not read more than are declared.
 * @param look is shown each file that was taken, while it is at hand.
 * @throws PACK_FILE_WRONG and what `read` throws; files taken so far stay (they are content-addressed, and collected when
 *   nobody needs them).
 */
export async function ingestRelease(
  release: Release,
  read: (file: string, declared: ReleaseFile) => Promise<Uint8Array>,
  blobs: BlobStore,
  look: (file: string, sha256: string, body: Uint8Array) => void,
): Promise<void> {
  const take = async ([file, declared]: [string, ReleaseFile]): Promise<void> => {
    if (await blobs.has(declared.sha256)) return;
    const body = await read(file, declared);
    verifyFile(release.app, file, declared, body);
    await blobs.put(declared.sha256, body);
    look(file, declared.sha256, body);
  };
  await pMap(Object.entries(release.files), take, { concurrency: AT_ONCE });
}
