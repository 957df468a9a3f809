import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';

/** What lies at a path of a folder that somebody else writes. */
export type FolderFile =
  | { ok: true; version: string; writtenAt: number; bytes: number; read(): Promise<Buffer> }
  | { ok: false; missing: boolean; reason: string };

/** Not through a link put there since, and not waiting for whoever writes to a FIFO. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

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
  const target = await realpath(file).catch(() => undefined);
  if (target === undefined) return use(missing);
  if (!target.startsWith(base.endsWith(path.sep) ? base : base + path.sep))
    return use({ ok: false, missing: false, reason: 'a link leads out of its folder' });
  const handle = await open(target, FLAGS).catch(() => undefined);
  if (!handle) return use(missing);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return await use({ ok: false, missing: false, reason: 'it is no plain file' });
    const bytes = stats.size;
    const version = `${stats.mtimeMs}-${stats.ino}-${bytes}`;
    return await use({
      ok: true,
      version,
      writtenAt: stats.mtimeMs,
      bytes,
      read: () => readExactly(handle, bytes),
    });
  } finally {
    await handle.close();
  }
}

/** @returns fewer bytes when it was cut meanwhile. */
async function readExactly(handle: FileHandle, bytes: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(bytes);
  let at = 0;
  while (at < bytes) {
    const { bytesRead } = await handle.read(body, at, bytes - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return body.subarray(0, at);
}
