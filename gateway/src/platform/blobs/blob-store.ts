import { createHash, type Hash, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@voltframe/kit/contract/units';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { createCoalescingRunner } from '../runtime/one-at-a-time.ts';

/** Files by the sha-256 (lower-case hex) of their content. */
export interface BlobStore {
  /**
   * Stores a blob. A blob that is stored already is not written again.
   * @param bytes of the blob; they must not change until the promise settles.
   * @returns resolves when the blob is durable: it is there after a power cut.
   * @throws when the bytes do not have this sha-256, or cannot be written. The blob is not stored then.
   */
  put(sha256: string, bytes: Uint8Array): Promise<void>;
  /**
   * Stores a blob as it arrives: no more than a piece of it is in memory.
   * @param bytes how many will arrive.
   * @returns false, with nothing stored, when they do not have this sha-256.
   */
  putStream(sha256: string, bytes: number, chunks: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** @returns the bytes, checked against the sha-256; undefined when missing or damaged (a damaged file is removed). */
  get(sha256: string): Promise<Buffer | undefined>;
  /** @returns whether the blob is durable. Its age begins anew then: see `remove`. */
  has(sha256: string): Promise<boolean>;
  /** As `has`. @returns how many bytes a durable blob has; undefined: there is none. */
  sizeOf(sha256: string): Promise<number | undefined>;
  /**
   * The path of a blob on this machine's disk. `ensure` writes the file if it is missing.
   * @returns whether it is there.
   */
  place?: { root: string; pathOf(sha256: string): string; ensure(sha256: string): Promise<boolean> };
  /**
   * Removes a blob.
   * @param storedBefore ms since the epoch; a blob that `put` or `has` was called for since then stays. Default: it
   *   never stays.
   */
  remove(sha256: string, storedBefore?: number): Promise<void>;
  /**
   * Lists all blobs: their sizes in bytes, and when `put` or `has` was called for them the last time (ms since the
   * epoch).
   */
  list(): AsyncIterable<{ sha256: string; bytes: number; storedAt: number }>;
  /** The copies that this machine has of a store elsewhere. */
  cache?: {
    /** Fetches the blobs that are not on this machine, so that they can be read without the store. */
    fetchAll(sha256s: Iterable<string>): Promise<void>;
    /** Removes the copies of blobs that the store does not have any more. */
    prune(): Promise<void>;
  };
}

/** Shortest time between two renewals of the age of a blob that is looked up, in milliseconds. */
export const RENEW_MS = MINUTE_MS;

/** A temporary file without a write for this time belongs to a process that was killed; in milliseconds. */
const LEFT_MS = HOUR_MS;

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Stores each blob as a file. A blob is written to a temporary file, which is synced, renamed to the blob's name, and
 * then the folder is synced: after a power cut the file is whole or missing.
 * @param root folder of the files, `ab/cdef…`: two levels keep each folder small. Created when missing.
 * @param assertRoom throws when the disk has no room for this number of bytes.
 */
export function createFileBlobStore(
  root: string,
  assertRoom: (bytes: number) => Promise<void> = async () => {},
): BlobStore {
  // @fastify/static serves files from this folder, and warns when the folder is missing.
  mkdirSync(root, { recursive: true });
  const temporaryPrefix = `.${randomUUID()}-`;
  let temporaries = 0;
  const writes = new Map<string, Promise<void>>();
  const syncFolders = createFolderSync();
  // A name may come from a request.
  const fileOf = (name: string): string => {
    if (!SHA256.test(name)) throw new Error(`Not a sha-256: ${name.slice(0, 80)}`);
    return path.join(root, name.slice(0, 2), name.slice(2));
  };
  const sizeOf = async (name: string): Promise<number | undefined> => {
    const file = fileOf(name);
    await writes.get(name)?.catch(() => {});
    // Synchronous: for tens of thousands of files, handing each to a thread takes many times as long as the call.
    return renew(file);
  };
  const has = async (name: string): Promise<boolean> => (await sizeOf(name)) !== undefined;
  /** Writes a temporary file, and gives it to `use`, which renames or removes it. */
  const write = async <Result>(
    name: string,
    bytes: number,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    use: (temporary: string, isNewFolder: boolean) => Promise<Result>,
  ): Promise<Result> => {
    const folder = path.dirname(fileOf(name));
    const temporary = path.join(folder, `${temporaryPrefix}${temporaries++}.tmp`);
    try {
      await assertRoom(bytes);
      const isNewFolder = mkdirSync(folder, { recursive: true }) !== undefined;
      await writeFile(temporary, content, { flag: 'wx', flush: true });
      return await use(temporary, isNewFolder);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
  };
  /** Gives a temporary file the name of a blob. */
  const place = async (name: string, temporary: string, isNewFolder: boolean): Promise<void> => {
    const file = fileOf(name);
    const folder = path.dirname(file);
    try {
      await rename(temporary, file);
      await syncFolders(isNewFolder ? [folder, root] : [folder]);
    } catch (error) {
      await rm(file, { force: true }).catch(() => {});
      throw error;
    }
  };
  /** A blob counts as stored when its write has ended. */
  const writeOnce = (name: string, begin: () => Promise<void>): Promise<void> => {
    const writing = writes.get(name) ?? begin().finally(() => writes.delete(name));
    writes.set(name, writing);
    return writing;
  };
  // Synchronous, so that no `has` comes between the two calls.
  const remove = (name: string, storedBefore = Infinity): void => {
    const file = fileOf(name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats && stats.mtimeMs < storedBefore) rmSync(file, { force: true });
  };
  return {
    has,
    sizeOf,
    async put(name, bytes) {
      if (await has(name)) return;
      if (sha256(bytes) !== name) throw new Error(`The content does not match its sha-256 ${name}`);
      await writeOnce(name, () => write(name, bytes.length, bytes, (...written) => place(name, ...written)));
    },
    putStream(name, bytes, chunks) {
      const hash = createHash('sha256');
      // A concurrent `has` waits for the rename only, so a slow sender delays no other call.
      return write(name, bytes, hashed(chunks, hash), async (temporary, isNewFolder) => {
        const isRight = hash.digest('hex') === name;
        if (!isRight || (await has(name))) await rm(temporary);
        else await writeOnce(name, () => place(name, temporary, isNewFolder));
        return isRight;
      });
    },
    async get(name) {
      const bytes = await readFile(fileOf(name)).catch(() => undefined);
      if (bytes === undefined || sha256(bytes) === name) return bytes;
      remove(name);
      return undefined;
    },
    place: {
      root: path.resolve(root),
      pathOf: (name) => path.relative(root, fileOf(name)),
      ensure: has,
    },
    remove: async (name, storedBefore) => remove(name, storedBefore),
    list: () => listFiles(root),
  };
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Also removes temporary files of killed processes. A recent one may belong to another gateway on the folder. */
async function* listFiles(root: string): ReturnType<BlobStore['list']> {
  for (const folder of await readdir(root).catch(() => [])) {
    if (folder.length !== 2) continue;
    for (const rest of await readdir(path.join(root, folder))) {
      const file = path.join(root, folder, rest);
      const stats = await stat(file).catch(() => undefined);
      const isLeft = rest.endsWith('.tmp') && stats && stats.mtimeMs < Date.now() - LEFT_MS;
      if (isLeft) await rm(file, { force: true });
      if (stats && SHA256.test(folder + rest))
        yield { sha256: folder + rest, bytes: stats.size, storedAt: stats.mtimeMs };
    }
  }
}

/**
 * Sets the time of a file to now, unless it is recent. @returns the size of the file; undefined when it is missing.
 */
function renew(file: string): number | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  const now = Date.now();
  if (stats && stats.mtimeMs < now - RENEW_MS) utimesSync(file, now / 1_000, now / 1_000);
  return stats?.size;
}

/** @returns makes the entries of folders durable. Calls that arrive during a sync share the next one. */
function createFolderSync(): (folders: string[]) => Promise<void> {
  const changed = new Set<string>();
  const { run } = createCoalescingRunner(async () => {
    const folders = [...changed];
    changed.clear();
    await Promise.all(folders.map(syncFolder));
  });
  return (folders) => {
    for (const folder of folders) changed.add(folder);
    return run();
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
