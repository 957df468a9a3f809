import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Release, ReleaseFile } from '@voltframe/kit/contract/release/release';
import { verifyFile } from '@voltframe/kit/packaging/verify-release';
import pMap from 'p-map';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';

/** All of these are in memory at once. */
const LARGE_AT_ONCE = 8;
/** So many that the threads that read and write them have always some at hand. */
const SMALL_AT_ONCE = 16;
const SMALL_BYTES = 64 * 1024;

/**
 * Takes the files of a release into the store, each checked against its sha-256 and size; what is there already is not read.
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
    // What threads have read arrives many at a time: visitors have their turn in between.
    await nextTurn();
  };
  const files = Object.entries(release.files);
  const isSmall = ([, { bytes }]: [string, ReleaseFile]): boolean => bytes <= SMALL_BYTES;
  await pMap(
    files.filter((file) => !isSmall(file)),
    take,
    { concurrency: LARGE_AT_ONCE },
  );
  await pMap(files.filter(isSmall), take, { concurrency: SMALL_AT_ONCE });
}
