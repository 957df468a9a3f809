import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type BlobStore, createFileBlobStore } from './blob-store.ts';
import { openSmallBlobs, type SmallBlobsOptions } from './small-blobs.ts';

export interface OwnBlobs extends BlobStore {
  close(): void;
}

export interface OwnBlobsOptions extends Omit<SmallBlobsOptions, 'file'> {
  /** Of the blobs; created when missing. */
  folder: string;
}

/** Up to so many bytes a blob is a row: thousands of such come together (docs/decisions/026). */
export const SMALL_BYTES = 16 * 1024;

/**
 * The blobs of a gateway that shares them with none: small ones as rows of `small.db`, the others as files. What an earlier
 * gateway kept as a file stays one.
 * @throws when the database is none, or not for us.
 */
export function openOwnBlobs({ folder, ...options }: OwnBlobsOptions): OwnBlobs {
  mkdirSync(folder, { recursive: true });
  const files = createFileBlobStore(folder);
  const small = openSmallBlobs({ ...options, file: path.join(folder, 'small.db') });
  return {
    ...files,
    put: (name, bytes) => (bytes.length > SMALL_BYTES ? files : small).put(name, bytes),
    settle: async () => void (await Promise.all([small.settle(), files.settle()])),
    get: async (name) => (await small.get(name)) ?? files.get(name),
    has: async (name) => (await small.has(name)) || files.has(name),
    async remove(name, storedBefore) {
      await small.remove(name, storedBefore);
      await files.remove(name, storedBefore);
    },
    async *list() {
      yield* small.list();
      yield* files.list();
    },
    close: () => small.close(),
  };
}
