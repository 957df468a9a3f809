import type { BlobStore } from './blob-store.ts';

/**
 * @param assertRoom throws when so many bytes may not be written to the disk now.
 * @returns the store, which writes nothing then; what it has can be had as before.
 */
export function withinReserve(blobs: BlobStore, assertRoom: (bytes: number) => Promise<void>): BlobStore {
  return {
    ...blobs,
    async put(name, bytes) {
      await assertRoom(bytes.length);
      return blobs.put(name, bytes);
    },
  };
}
