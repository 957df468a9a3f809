import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { INGEST_LIMITS, IngestError } from '../ingest.ts';
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
        if (stats.size > INGEST_LIMITS.manifestBytes)
          throw new IngestError('size', 'release.json', 'release.json is too large');
        const manifest = await readFile(manifestFile, 'utf8');
        return { version, manifest, read: (file, limit) => readWithin(root, file, limit) };
      }
      return undefined;
    },
  };
}

/** `file` has passed the check of file names: no traversal. Links that lead out are not followed into. */
async function readWithin(root: string, file: string, limit: number): Promise<Uint8Array> {
  const handle = await open(path.join(root, file), 'r').catch(() => undefined);
  if (!handle) throw new IngestError('missing', file, `${file} is missing`);
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > limit)
      throw new IngestError('size', file, `${file} is larger than declared`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
