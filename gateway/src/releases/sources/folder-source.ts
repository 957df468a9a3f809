import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import type { ReleaseFile } from '@voltframe/kit/contract/release/release';
import { packagingErrors } from '@voltframe/kit/errors/packaging-errors';
import { limitTo, verifySize } from '@voltframe/kit/packaging/release-reader';
import type { WatchedSource } from './release-source.ts';

/**
 * The release folder that a build writes (`<app>/dist`). `release.json` is written last, so its change is the signal;
 * a build that runs over the reading shows as a hash that does not match, and the next look tries again.
 * @param folder the app's folder, or the release folder itself.
 */
export function createFolderSource(app: string, folder: string): WatchedSource {
  return {
    app,
    name: 'folder',
    async look(known) {
      for (const root of [path.join(folder, 'dist'), folder]) {
        const manifestFile = path.join(root, 'release.json');
        const stats = await stat(manifestFile).catch(() => undefined);
        if (!stats) continue;
        const version = `${stats.mtimeMs}-${stats.ino}-${stats.size}`;
        if (version === known) return undefined;
        limitTo(PACK_LIMITS.manifestBytes, stats.size, `${app}/release.json`);
        const manifest = await readFile(manifestFile, 'utf8');
        return { version, manifest, read: (file, declared) => readWithin(root, app, file, declared) };
      }
      return undefined;
    },
  };
}

/** `file` has passed the check of file names: no traversal. Links that lead out are not followed into. */
async function readWithin(
  root: string,
  app: string,
  file: string,
  declared: ReleaseFile,
): Promise<Uint8Array> {
  const handle = await open(path.join(root, file), 'r').catch(() => undefined);
  if (!handle) throw packagingErrors.FILE_MISSING({ app, file });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw packagingErrors.FILE_MISSING({ app, file });
    verifySize(app, file, declared, stats.size);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
