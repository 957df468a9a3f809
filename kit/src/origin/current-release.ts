import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { IDENTITY_FILE } from '../contract/release/identity.ts';
import type { Release } from '../contract/release/release.ts';
import { isPlatformError } from '../errors/define-errors.ts';
import { originErrors } from '../errors/origin-errors.ts';
import { readManifest } from '../packaging/release-reader.ts';
import { SIGNATURE_FILE } from '../packaging/release-signature.ts';
import { sha256 } from '../packaging/sha256.ts';

/** The release that lies in a folder now. */
export interface CurrentRelease {
  release: Release;
  manifest: Buffer;
  /** Content of `release.sig`; undefined = it is not signed. */
  signature: string | undefined;
  /** Content of `release.identity.json`; undefined = it does not say where it came from. */
  identity: string | undefined;
  /** Strong validator of manifest and signature, with its quotes. */
  etag: string;
}

/**
 * Follows a folder that a build may rewrite at any moment: `release.json` and `release.sig` are read anew when one changed.
 * @param folder the release folder.
 * @returns reads the current release. It throws ORIGIN_NO_RELEASE while there is none.
 */
export function followRelease(folder: string): () => Promise<CurrentRelease> {
  const file = path.join(folder, 'release.json');
  const signatureFile = path.join(folder, SIGNATURE_FILE);
  let known: { version: string; current: CurrentRelease } | undefined;
  return async () => {
    const stats = await Promise.all([file, signatureFile].map((one) => stat(one).catch(() => undefined)));
    if (!stats[0]) throw originErrors.NO_RELEASE({ reason: 'release.json is missing' });
    const version = stats.map((one) => one && `${one.mtimeMs}-${one.ino}-${one.size}`).join();
    if (known?.version !== version) known = { version, current: await readCurrent(file, signatureFile) };
    return known.current;
  };
}

async function readCurrent(file: string, signatureFile: string): Promise<CurrentRelease> {
  try {
    const manifest = await readFile(file);
    const release = readManifest(manifest.toString('utf8'), 'release.json');
    const signature = await readFile(signatureFile, 'utf8').catch(() => undefined);
    const identity = await readFile(path.join(path.dirname(file), IDENTITY_FILE), 'utf8').catch(
      () => undefined,
    );
    return {
      release,
      identity,
      manifest,
      signature,
      etag: `"${sha256(manifest.toString('utf8') + (signature ?? ''))}"`,
    };
  } catch (error) {
    const reason = isPlatformError(error) ? error.message : 'it cannot be opened';
    throw originErrors.NO_RELEASE({ reason }, error);
  }
}
