import { createWorkerThread } from '../../../platform/processes/worker-thread.ts';
import { type FolderFile, type FolderLook, lookAt, readBounded } from './bounded-file.ts';

/**
 * Reads release folders in a thread. A folder may be on a network disk, and a disk that hangs blocks the thread that reads
 * from it: here only releases wait for it.
 */
export interface FolderReader {
  /** See `lookAt`. @throws when the disk does not respond. */
  look(folder: string, files: string[]): Promise<FolderLook>;
  /** See `readBounded`. @throws the error of the disk, or that it does not respond. */
  file(base: string, file: string, most: number): Promise<FolderFile>;
  /** Ends the thread. */
  end(): void;
}

type Question = { folder: string; files: string[] } | { base: string; file: string; most: number };

/** A start goes on without the releases of a folder that takes longer, and reads it again later. */
const LIMIT_MS = 10_000;

/** @param after calls back after a time in milliseconds; replaced by tests. */
export function createFolderReader(after?: (ms: number, callback: () => void) => () => void): FolderReader {
  const { run, end } = createWorkerThread<Question, FolderLook | FolderFile>({
    module: import.meta.filename,
    name: 'readFolder',
    limit: {
      ms: LIMIT_MS,
      reason: `the disk of a release folder says nothing for ${LIMIT_MS / 1_000} s`,
      blocks: true,
      ...(after && { after }),
    },
  });
  return {
    look: async (folder, files) => (await run({ folder, files })) as FolderLook,
    async file(base, file, most) {
      const found = (await run({ base, file, most })) as FolderFile;
      // A message carries the bytes of a Buffer without its class.
      return found.ok && found.body ? { ...found, body: bufferOf(found.body) } : found;
    },
    end,
  };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Runs in the thread. */
export function readFolder(question: Question): FolderLook | FolderFile {
  if ('files' in question) return lookAt(question.folder, question.files);
  return readBounded(question.base, question.file, question.most);
}
