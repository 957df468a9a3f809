import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
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

export function createUnsettledBlobs(): UnsettledBlobs {
  /** File → where it lies. */
  const added = new Map<string, string>();
  const folders = createFolders();
  const temporaries = new Set<string>();
  let settling: Promise<void> = Promise.resolve();

  const discard = async (temporary: string): Promise<void> => {
    await rm(temporary, { force: true });
    temporaries.delete(temporary);
  };
  const place = async (temporary: string, file: string): Promise<void> => {
    await rename(temporary, file);
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
  const settle = async (): Promise<void> => {
    await pMap([...added], settleFile, { concurrency: SETTLED_AT_ONCE });
    await folders.settle();
  };
  return {
    discard,
    place,
    add: (file, temporary) => void added.set(file, temporary),
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
    settle() {
      // In turn: one that finds nothing left to do may have to wait for another's.
      settling = settling.catch(() => {}).then(settle);
      return settling;
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
  const write = () => writeFile(file, bytes, { flag: 'wx' });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(path.dirname(file), { recursive: true });
    await write();
  });
}

async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
