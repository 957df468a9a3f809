import { closeSync, constants, fstatSync, openSync, read, readSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** What lies at a path of a folder that somebody else writes. */
export type FolderFile =
  | { ok: true; version: string; writtenAt: number; bytes: number; read(): Promise<Buffer> }
  | { ok: false; missing: boolean; reason: string };

/** Not through a link put there since, and not waiting for whoever writes to a FIFO. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Up to so many bytes a file is read at once; to hand it to a thread takes longer than that. */
const SMALL_BYTES = 64 * 1024;

/**
 * Opens a file for `use`, and closes it after.
 * @param base the folder that it has to be in once every link is followed; none leads to it any more.
 * @param use takes no more than `bytes`, which is the size when it was opened: what is appended meanwhile is not read.
 */
export async function withFile<Result>(
  base: string,
  file: string,
  use: (found: FolderFile) => Promise<Result>,
): Promise<Result> {
  const missing = { ok: false, missing: true, reason: 'it is not there' } as const;
  const target = found(() => realpathSync.native(file));
  if (target === undefined) return use(missing);
  if (!target.startsWith(base.endsWith(path.sep) ? base : base + path.sep))
    return use({ ok: false, missing: false, reason: 'a link leads out of its folder' });
  const opened = found(() => openSync(target, FLAGS));
  if (opened === undefined) return use(missing);
  try {
    const stats = fstatSync(opened);
    if (!stats.isFile()) return await use({ ok: false, missing: false, reason: 'it is no plain file' });
    const bytes = stats.size;
    const version = `${stats.mtimeMs}-${stats.ino}-${bytes}`;
    return await use({
      ok: true,
      version,
      writtenAt: stats.mtimeMs,
      bytes,
      read: () => readExactly(opened, bytes),
    });
  } finally {
    closeSync(opened);
  }
}

/** @returns undefined when it throws: it is not there, or not for us. */
function found<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

const readInThread = promisify(read);

/** @returns fewer bytes when it was cut meanwhile. */
async function readExactly(file: number, bytes: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(bytes);
  const readPart = (at: number) =>
    bytes <= SMALL_BYTES
      ? { bytesRead: readSync(file, body, at, bytes - at, at) }
      : readInThread(file, body, at, bytes - at, at);
  let at = 0;
  while (at < bytes) {
    const { bytesRead } = await readPart(at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return body.subarray(0, at);
}
