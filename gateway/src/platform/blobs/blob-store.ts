import { rmSync, statSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { assertBlobName, isBlobName } from './blob-name.ts';
import { createUnsettledBlobs, type UnsettledBlobs } from './unsettled-blobs.ts';

/** Files by the sha-256 (lower-case hex) of their content. What was put is there whole, or not at all. */
export interface BlobStore {
  /**
   * Keeps `bytes`, durably once `settle` was called after it.
   * @throws when they do not have this sha-256.
   */
  put(sha256: string, bytes: Uint8Array): Promise<void>;
  /** Once for many blobs, since each look at the disk takes its time: what was put until now outlives a power cut. */
  settle(): Promise<void>;
  /** @returns the bytes, checked against their name; undefined when missing or damaged (a damaged file is removed). */
  get(sha256: string): Promise<Buffer | undefined>;
  has(sha256: string): Promise<boolean>;
  /** Where a blob lies on this machine's disk; `ensure` brings it there. */
  place?: { root: string; pathOf(sha256: string): string; ensure(sha256: string): Promise<boolean> };
  /** @param storedBefore ms since the epoch: one that was put, or asked for, since then stays. */
  remove(sha256: string, storedBefore?: number): Promise<void>;
  /** Also removes what an earlier process left half-written. */
  list(): AsyncIterable<{ sha256: string; bytes: number; storedAt: number }>;
  /** Of a store that is elsewhere: what this machine keeps of it. */
  cache?: {
    /** Fetches what is not there yet, so that these blobs can be had without the store. */
    fetchAll(sha256s: Iterable<string>): Promise<void>;
    /** Removes what the store does not have any more. */
    prune(): Promise<void>;
  };
}

/**
 * @param root folder of the blobs: `ab/cdef…`, so that no folder grows without end. Created when missing.
 * @param durable false for a cache: nothing waits for the disk, and what a power cut spoils is found by its hash.
 */
export function createFileBlobStore(root: string, { durable = true } = {}): BlobStore {
  const known = new Set<string>();
  const unsettled = createUnsettledBlobs();
  const fileOf = (name: string) => {
    assertBlobName(name);
    return path.join(root, name.slice(0, 2), name.slice(2));
  };
  const read = async (file: string): Promise<Buffer | undefined> => {
    const early = unsettled.find(file);
    const bytes = early === undefined ? undefined : await readFile(early).catch(() => undefined);
    return bytes ?? readFile(file).catch(() => undefined); // it may have been settled meanwhile
  };
  const remove = async (name: string): Promise<void> => {
    known.delete(name);
    // At once: whoever is told that it is here, and brings it no more, has said before that it stays (reservations.ts).
    rmSync(fileOf(name), { force: true });
    await unsettled.drop(fileOf(name));
  };
  return {
    async put(name, bytes) {
      const file = fileOf(name);
      if (known.has(name) || isFile(file)) return void known.add(name);
      if (sha256(bytes) !== name) throw new Error(`The content does not match its sha-256 ${name}`);
      const temporary = await unsettled.write(file, bytes);
      // Somebody else's may have come first, and may be on its way to the disk.
      if (known.has(name)) return unsettled.discard(temporary);
      if (durable) unsettled.add(file, temporary);
      else await unsettled.place(temporary, file);
      known.add(name);
    },
    settle: unsettled.settle,
    async get(name) {
      const bytes = await read(fileOf(name));
      if (bytes === undefined || sha256(bytes) === name) return bytes;
      await remove(name);
      return undefined;
    },
    place: {
      root: path.resolve(root),
      pathOf: (name) => path.relative(root, fileOf(name)),
      ensure: async (name) => isFile(fileOf(name)),
    },
    has: async (name) => known.has(name) || isFile(fileOf(name)),
    remove,
    list: () => listBlobs(root, unsettled),
  };
}

async function* listBlobs(root: string, unsettled: UnsettledBlobs): ReturnType<BlobStore['list']> {
  // Of a release whose rest never came: nobody else settles it, and what is not listed is never removed.
  await unsettled.settle().catch(() => {}); // what cannot be is tried again
  for (const folder of await readdir(root).catch(() => [])) {
    if (folder.length !== 2) continue;
    for (const rest of await readdir(path.join(root, folder))) {
      const file = path.join(root, folder, rest);
      if (unsettled.isLeft(file)) await rm(file, { force: true });
      const stats = await stat(file).catch(() => undefined);
      if (stats && isBlobName(folder + rest))
        yield { sha256: folder + rest, bytes: stats.size, storedAt: stats.mtimeMs };
    }
  }
}

/** At once: of tens of thousands of files each would be handed to a thread, which takes many times as long as the look. */
function isFile(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}
