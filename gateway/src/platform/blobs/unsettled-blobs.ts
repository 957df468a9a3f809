import { randomUUID } from 'node:crypto';
import { closeSync, fsync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pMap from 'p-map';

/**
 * Files that are written and may not be on the disk yet. Each lies beside its place under another name until it is: whenever
 * the power goes, it is in its place whole, or not at all. To wait for the disk once for many takes a seventh of what it
 * takes for each.
 */
export interface UnsettledBlobs {
  /** @returns where the bytes lie until `place` or `settle` moves them to `file`. */
  write(file: string, bytes: Uint8Array): Promise<string>;
  discard(temporary: string): Promise<void>;
  /** Moves at once what nobody needs to outlive a power cut. */
  place(temporary: string, file: string): Promise<void>;
  /** To be moved by the next `settle`. */
  add(file: string, temporary: string): void;
  /** @returns where it lies until it is settled. */
  find(file: string): string | undefined;
  /** Removes what is not settled yet. */
  drop(file: string): Promise<void>;
  /** What was added until now outlives a power cut. @throws when it does not; the next call tries again. */
  settle(): Promise<void>;
  /** @returns whether a file is what an earlier process left behind. */
  isLeft(file: string): boolean;
}

/** Each waits for the disk, which takes many together. */
const SETTLED_AT_ONCE = 16;
/** So many that wait are settled while others are still coming. */
const SETTLED_AHEAD = 64;
/** Up to so many bytes a file is written at once; to hand it to a thread takes longer than that. */
const SMALL_BYTES = 64 * 1024;

export function createUnsettledBlobs(): UnsettledBlobs {
  /** File → where it lies. */
  const added = new Map<string, string>();
  const folders = createFolders();
  const temporaries = new Set<string>();

  const discard = async (temporary: string): Promise<void> => {
    await rm(temporary, { force: true });
    temporaries.delete(temporary);
  };
  const place = async (temporary: string, file: string): Promise<void> => {
    renameSync(temporary, file);
    temporaries.delete(temporary);
  };
  const settleFile = async ([file, temporary]: [string, string]): Promise<void> => {
    try {
      // Its bytes first, then its name.
      await syncPath(temporary);
      await place(temporary, file);
    } catch (error) {
      if (added.get(file) === temporary) throw error; // else it was dropped meanwhile
      return;
    }
    added.delete(file);
    folders.add(path.dirname(file));
  };
  const settleFiles = () => pMap([...added], settleFile, { concurrency: SETTLED_AT_ONCE });
  const turns = createTurns();
  return {
    discard,
    place,
    add(file, temporary) {
      added.set(file, temporary);
      if (added.size >= SETTLED_AHEAD) turns.ahead(settleFiles);
    },
    find: (file) => added.get(file),
    isLeft: (file) => file.endsWith('.tmp') && !temporaries.has(file),
    async write(file, bytes) {
      const temporary = path.join(path.dirname(file), `.${randomUUID()}.tmp`);
      temporaries.add(temporary);
      try {
        await writeNew(temporary, bytes);
        return temporary;
      } catch (error) {
        await discard(temporary);
        throw error;
      }
    },
    async drop(file) {
      const temporary = added.get(file);
      added.delete(file);
      if (temporary !== undefined) await discard(temporary);
    },
    settle: () =>
      turns.take(async () => {
        await settleFiles();
        await folders.settle();
      }),
  };
}

/** Work that is done one after the other: who finds nothing left to do may have to wait for another's. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  let isAhead = false;
  const take = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.catch(() => {}).then(work);
    last = done;
    return done;
  };
  return {
    take,
    /** Beside whatever comes; whoever needs it done is told what is wrong. */
    ahead(work: () => Promise<unknown>): void {
      if (isAhead) return;
      isAhead = true;
      take(work)
        .catch(() => {})
        .finally(() => (isAhead = false));
    },
  };
}

/** Folders with names that may not be on the disk yet. */
function createFolders(): { add(folder: string): void; settle(): Promise<void> } {
  const folders = new Set<string>();
  const settle = async (folder: string): Promise<void> => {
    folders.delete(folder); // before: what is moved meanwhile needs another look
    await syncPath(folder).catch((error: unknown) => {
      folders.add(folder);
      throw error;
    });
  };
  return {
    add: (folder) => void folders.add(folder),
    settle: async () => void (await pMap([...folders], settle, { concurrency: SETTLED_AT_ONCE })),
  };
}

/** Most folders are there. */
async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  const options = { flag: 'wx' };
  const write = () =>
    bytes.length <= SMALL_BYTES ? writeFileSync(file, bytes, options) : writeFile(file, bytes, options);
  try {
    await write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(path.dirname(file), { recursive: true });
    await write();
  }
}

const syncInThread = promisify(fsync);

async function syncPath(target: string): Promise<void> {
  const opened = openSync(target, 'r');
  try {
    await syncInThread(opened);
  } finally {
    closeSync(opened);
  }
}
