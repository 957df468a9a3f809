import path from 'node:path';
import {
  createAskedThread,
  type RunningThread,
  startThread,
  type ThreadEvents,
} from '../../../platform/processes/asked-thread.ts';
import type { FolderFile, FolderLook } from './bounded-file.ts';

/**
 * Reads release folders in a thread of its own. They may be on a disk over a network, and one that hangs holds up whoever
 * reads from it at once, as it takes the threads that everything else is read with: here it holds up releases alone.
 */
export interface FolderReader {
  /** See `lookAt`. @throws when the disk says nothing. */
  look(folder: string, files: string[]): Promise<FolderLook>;
  /** See `readBounded`. @throws what the disk says, or that it says nothing. */
  file(base: string, file: string, most: number): Promise<FolderFile>;
  /** Ends the thread; what it has in hand fails. */
  end(): void;
}

/** What the thread is asked for, and what it says. */
export type FolderQuestion =
  | { folder: string; files: string[] }
  | { base: string; file: string; most: number };
export type FolderFound = FolderLook | FolderFile;

export interface FolderReaderOptions {
  start?: (events: ThreadEvents<FolderFound>) => RunningThread<FolderQuestion>;
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** Without an answer for so long nobody waits any more: a start goes on without these releases, and looks again. */
const SILENT_MS = 10_000;

export function createFolderReader({ start = startReading, after }: FolderReaderOptions): FolderReader {
  const reason = `the disk of a release folder says nothing for ${SILENT_MS / 1_000} s`;
  const { ask, end } = createAskedThread({
    start,
    after,
    silent: { ms: SILENT_MS, reason },
    over: 'release folders are read no more',
  });
  return {
    look: async (folder, files) => (await ask({ folder, files })) as FolderLook,
    async file(base, file, most) {
      const found = (await ask({ base, file, most })) as FolderFile;
      // A thread hands bytes over without their class.
      return found.ok && found.body ? { ...found, body: bufferOf(found.body) } : found;
    },
    end,
  };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function startReading(events: ThreadEvents<FolderFound>): RunningThread<FolderQuestion> {
  const script = path.join(import.meta.dirname, 'folder-worker');
  return startThread(events, script, 'the thread that reads release folders');
}
