import { createWorkerThread } from '../../../platform/runtime/worker-thread.ts';
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

type Question = { folder: string; files: string[] } | { base: string; file: string; most: number };

/** Time limit: a start continues without a slower folder, and reads it again later. */
const LIMIT_MS = 10_000;

/**
 * Reads release folders in a thread. A folder may be on a network disk, and a disk that hangs blocks the
 * thread that reads from it, so that only releases wait.
 */
export interface FolderReader {
  /** See `lookAt`. @throws when the disk does not respond. */
  look: (folder: string, files: string[]) => Promise<FolderLook>;
  /** See `readBounded`. @throws the error of the disk, or that it does not respond. */
  file(base: string, file: string, most: number): Promise<FolderFile>;
  /** Ends the thread. */
  end: () => void;
}

export function createFolderReader(): FolderReader {
  const { run, end } = createWorkerThread<Question, FolderLook | FolderFile>({
    module: import.meta.filename,
    name: 'readFolder',
    limit: {
      ms: LIMIT_MS,
      reason: `the disk of a release folder says nothing for ${LIMIT_MS / 1_000} s`,
      blocks: true,
    },
  });
  return {
    look: async (folder: string, files: string[]) => (await run({ folder, files })) as FolderLook,
    async file(base: string, file: string, most: number): Promise<FolderFile> {
      const content = (await run({ base, file, most })) as FolderFile;
      // A message contains the bytes of a Buffer without its class.
      return content.ok && content.body ? { ...content, body: bufferOf(content.body) } : content;
    },
    end,
  };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Runs in the thread. @public */
export function readFolder(question: Question): FolderLook | FolderFile {
  if ('files' in question) return lookAt(question.folder, question.files);
  return readBounded(question.base, question.file, question.most);
}

/** The content of a path in a folder that another program writes. */
export type FolderFile =
  /** `body`: undefined when the file is longer than the requested length. */
  | { ok: true; version: string; writtenAt: number; bytes: number; body: Buffer | undefined }
  | { ok: false; missing: boolean; reason: string };

/** Does not follow a link that was created meanwhile, and does not wait for the writer of a FIFO. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const MISSING = { ok: false, missing: true, reason: 'it is not there' } as const;

/**
 * Reads a file synchronously, in the thread, because a disk may take any time.
 * @param base the resolved folder that must contain the file after its links are resolved.
 * @param most bytes; bytes that are appended during the read are not included.
 */
export function readBounded(base: string, file: string, most: number): FolderFile {
  const target = orUndefined(() => realpathSync.native(file));
  if (target === undefined) return MISSING;
  if (!target.startsWith(base.endsWith(path.sep) ? base : base + path.sep))
    return { ok: false, missing: false, reason: 'a link leads out of its folder' };
  const opened = orUndefined(() => openSync(target, FLAGS));
  if (opened === undefined) return MISSING;
  try {
    const stats = fstatSync(opened);
    if (!stats.isFile()) return { ok: false, missing: false, reason: 'it is no plain file' };
    const { size: bytes, mtimeMs: writtenAt, ino } = stats;
    const body = bytes <= most ? readExactly(opened, bytes) : undefined;
    return { ok: true, version: `${writtenAt}-${ino}-${bytes}`, writtenAt, bytes, body };
  } finally {
    closeSync(opened);
  }
}

/** The state of a watched folder. */
export interface FolderLook {
  /** The folder with its links resolved; undefined for a missing folder. */
  base: string | undefined;
  /** Changes with each of the files; links are not followed. */
  stamp: string;
}

/** @param files of the folder. */
export function lookAt(folder: string, files: string[]): FolderLook {
  const stamps = files.map((file) => {
    const stats = orUndefined(() => statSync(file, { throwIfNoEntry: false }));
    return stats ? `${stats.mtimeMs}-${stats.ino}-${stats.size}` : '';
  });
  return { base: orUndefined(() => realpathSync.native(folder)), stamp: stamps.join() };
}

/** @returns undefined when it throws: missing, or not readable. */
function orUndefined<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function readExactly(file: number, bytes: number): Buffer {
  // A buffer with its own memory, which can be transferred to another thread.
  const body = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  while (at < bytes) {
    const read = readSync(file, body, at, bytes - at, at);
    if (read === 0) break;
    at += read;
  }
  return body.subarray(0, at);
}
