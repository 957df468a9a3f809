import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { IDENTITY_FILE, parseIdentity, type ReleaseIdentity } from '../contract/release/identity.ts';
import type { Release } from '../contract/release/release.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { readBuiltManifest, verifyFile } from './verify-release.ts';
import { SIGNATURE_FILE } from './release-signature.ts';

/** A release folder on the disk. */
export interface ReleaseFolder {
  /** The folder of `release.json`. */
  folder: string;
  release: Release;
  /** Text of `release.json`. */
  manifest: string;
  /** Content of `release.sig`; undefined = it is not signed. */
  signature?: string | undefined;
  /** Identity of the release, if known. */
  identity?: ReleaseIdentity | undefined;
}

/**
 * Finds the release of an app.
 * @param folder the app's folder, or its release folder.
 * @throws PACK_NO_RELEASE, PACK_TOO_LARGE, PACK_MANIFEST_INVALID, PACK_DIGEST_WRONG
 */
export async function openRelease(folder: string): Promise<ReleaseFolder> {
  for (const root of [path.join(folder, 'dist'), folder]) {
    const manifest = await readFile(path.join(root, 'release.json'), 'utf8').catch(() => undefined);
    if (manifest === undefined) continue;
    const signature = await readFile(path.join(root, SIGNATURE_FILE), 'utf8').catch(() => undefined);
    const beside = await readFile(path.join(root, IDENTITY_FILE), 'utf8').catch(() => undefined);
    const release = readBuiltManifest(manifest, path.basename(folder));
    return { folder: root, release, manifest, signature, identity: parseIdentity(beside) };
  }
  throw packagingErrors.NO_RELEASE({ folder });
}

/** @returns the bytes of a file of the release. @throws PACK_FILE_MISSING, PACK_FILE_WRONG */
export async function readReleaseFile({ folder, release }: ReleaseFolder, file: string): Promise<Buffer> {
  const { app } = release;
  const declared = release.files[file];
  const body = await readFile(path.join(folder, file)).catch(() => undefined);
  if (!body || !declared) throw packagingErrors.FILE_MISSING({ app, file });
  verifyFile(app, file, declared, body);
  return body;
}
