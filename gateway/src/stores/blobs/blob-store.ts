import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '@voltframe/kit/packaging/sha256';

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
  list(): AsyncIterable<{ sha256: string; bytes: number; storedAt: number }>;
  /** Of a store that is elsewhere: what this machine keeps of it. */
  cache?: {
    /** Fetches what is not there yet, so that these blobs can be had without the store. */
    fetchAll(sha256s: Iterable<string>): Promise<void>;
    /** Removes what the store does not have any more. */
    prune(): Promise<void>;
  };
}

export const SHA256 = /^[0-9a-f]{64}$/;

/**
 * @param root folder of the blobs: `ab/cdef…`, so that no folder grows without end. Created when missing.
 * @param durable false for a cache: nothing waits for the disk, and what a power cut spoils is found by its hash.
 */
export function createFileBlobStore(root: string, { durable = true } = {}): BlobStore {
  const known = new Set<string>();
  const folders = createFolderSync();
  const fileOf = (name: string) => {
    if (!SHA256.test(name)) throw new Error(`Not a sha-256: ${name.slice(0, 80)}`);
    return path.join(root, name.slice(0, 2), name.slice(2));
  };
  return {
    async put(name, bytes) {
      const file = fileOf(name);
      if (known.has(name) || (await isFile(file))) return void known.add(name);
      if (sha256(bytes) !== name) throw new Error(`The content does not match its sha-256 ${name}`);
      await writeWhole(file, bytes, durable);
      if (durable) folders.add(path.dirname(file));
      known.add(name);
    },
    settle: folders.settle,
    async get(name) {
      const file = fileOf(name);
      const bytes = await readFile(file).catch(() => undefined);
      if (bytes === undefined) return undefined;
      if (sha256(bytes) === name) return bytes;
      known.delete(name);
      await rm(file, { force: true });
      return undefined;
    },
    place: {
      root: path.resolve(root),
      pathOf: (name) => path.relative(root, fileOf(name)),
      ensure: (name) => isFile(fileOf(name)),
    },
    has: async (name) => known.has(name) || isFile(fileOf(name)),
    async remove(name) {
      known.delete(name);
      await rm(fileOf(name), { force: true });
    },
    list: () => listBlobs(root),
  };
}

async function* listBlobs(root: string): ReturnType<BlobStore['list']> {
  for (const folder of await readdir(root).catch(() => [])) {
    if (folder.length !== 2) continue;
    for (const rest of await readdir(path.join(root, folder))) {
      const stats = await stat(path.join(root, folder, rest)).catch(() => undefined);
      if (stats && SHA256.test(folder + rest))
        yield { sha256: folder + rest, bytes: stats.size, storedAt: stats.mtimeMs };
    }
  }
}

/** Folders with names that may not be on the disk yet, until they are settled. */
function createFolderSync(): { add(folder: string): void; settle(): Promise<void> } {
  const unsettled = new Set<string>();
  let settling: Promise<void> = Promise.resolve();
  const settle = async (): Promise<void> => {
    for (const folder of unsettled) {
      unsettled.delete(folder); // before: what is put meanwhile needs another look
      await syncFolder(folder).catch((error: unknown) => {
        unsettled.add(folder);
        throw error;
      });
    }
  };
  return {
    add: (folder) => void unsettled.add(folder),
    settle() {
      // In turn: one that finds nothing left to do may have to wait for another's.
      settling = settling.catch(() => {}).then(settle);
      return settling;
    },
  };
}

/** Whole or absent, whenever the power goes: a temporary file, flushed when `durable`, then renamed. */
async function writeWhole(file: string, bytes: Uint8Array, durable: boolean): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, bytes, { flag: 'wx', flush: durable });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isFile(file: string): Promise<boolean> {
  return stat(file)
    .then((stats) => stats.isFile())
    .catch(() => false);
}
