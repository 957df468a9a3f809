import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Release } from '../contract/release/release.ts';
import { isPlatformError } from '../errors/define-errors.ts';
import { originErrors } from '../errors/origin-errors.ts';
import { readManifest } from '../packaging/release-reader.ts';
import { sha256 } from '../packaging/sha256.ts';

/** The release that lies in a folder now. */
export interface CurrentRelease {
  release: Release;
  manifest: Buffer;
  /** Strong validator of the manifest, with its quotes. */
  etag: string;
}

/**
 * Follows a folder that a build may rewrite at any moment: `release.json` is read anew when it changed.
 * @param folder the release folder.
 * @returns reads the current release. It throws ORIGIN_NO_RELEASE while there is none.
 */
export function followRelease(folder: string): () => Promise<CurrentRelease> {
  const file = path.join(folder, 'release.json');
  let known: { version: string; current: CurrentRelease } | undefined;
  return async () => {
    const stats = await stat(file).catch(() => undefined);
    if (!stats) throw originErrors.NO_RELEASE({ reason: 'release.json is missing' });
    const version = `${stats.mtimeMs}-${stats.ino}-${stats.size}`;
    if (known?.version !== version) known = { version, current: await readCurrent(file) };
    return known.current;
  };
}

async function readCurrent(file: string): Promise<CurrentRelease> {
  try {
    const manifest = await readFile(file);
    const release = readManifest(manifest.toString('utf8'), 'release.json');
    return { release, manifest, etag: `"${sha256(manifest)}"` };
  } catch (error) {
    const reason = isPlatformError(error) ? error.message : 'it cannot be opened';
    throw originErrors.NO_RELEASE({ reason }, error);
  }
}
