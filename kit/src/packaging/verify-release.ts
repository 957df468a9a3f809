import { readFileSync } from 'node:fs';
import { releaseDigest } from '../contract/release/digest.ts';
import type { Release, ReleaseFile } from '../contract/release/release.ts';
import { APP_NAME, isSafeFilePath } from '../contract/names.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { sha256 } from './sha256.ts';
import { PACK_LIMITS } from '../contract/operations/operations.ts';

/** Largest sizes of one release, from PACK_LIMITS, for every source. */
export type ReleaseLimits = Record<'manifestBytes' | 'fileBytes' | 'unpackedBytes' | 'files', number>;

/**
 * Checks the digest of a release, and its declared sizes.
 * @throws PACK_DIGEST_WRONG, PACK_TOO_LARGE
 */
export function verifyManifest(release: Release, app: string, limits: ReleaseLimits): void {
  if (releaseDigest(release, sha256) !== release.digest) throw packagingErrors.DIGEST_WRONG({ app });
  const files = Object.entries(release.files);
  limitTo(limits.files, files.length, 'the number of its files');
  for (const [file, { bytes }] of files) limitTo(limits.fileBytes, bytes, `${app}/${file}`);
  const total = files.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  limitTo(limits.unpackedBytes, total, 'its size unpacked');
}

export const OTHER_CONTENT = 'its content has another sha-256';

/** Checks that these are the bytes that the release names. @throws PACK_FILE_WRONG */
export function verifyFile(app: string, file: string, declared: ReleaseFile, body: Uint8Array): void {
  verifySize(app, file, declared, body.length);
  if (sha256(body) !== declared.sha256)
    throw packagingErrors.FILE_WRONG({ app, file, reason: OTHER_CONTENT });
}

/** @param bytes its size, or a lower bound, which is sufficient. @throws PACK_FILE_WRONG */
export function verifySize(app: string, file: string, declared: ReleaseFile, bytes: number): void {
  const reason = `it has ${bytes} bytes, ${declared.bytes} are declared`;
  if (bytes !== declared.bytes) throw packagingErrors.FILE_WRONG({ app, file, reason });
}

/** @param what name of the counted value, for the error. @throws PACK_TOO_LARGE */
export function limitTo(limit: number, count: number, what: string): void {
  if (count > limit) throw packagingErrors.TOO_LARGE({ what, limit });
}

/**
 * Reads the release.json of a release that is sent, as far as needed and with Node only, so that publishing works
 * without dependencies. The receiver checks all of it (release-reader.ts).
 * @param called its name in errors.
 * @throws PACK_MANIFEST_INVALID, PACK_DIGEST_WRONG, PACK_TOO_LARGE
 */
export function readBuiltManifest(manifest: string, called: string): Release {
  const value = parseJson(manifest);
  if (value === undefined) throw packagingErrors.MANIFEST_INVALID({ app: called, reason: 'it is not JSON' });
  const release = value as Release;
  const files = Object.entries(release?.files ?? {});
  if (typeof release?.app !== 'string' || !APP_NAME.test(release.app) || files.length === 0)
    throw packagingErrors.MANIFEST_INVALID({ app: called, reason: 'it names no app and its files' });
  for (const [file, declared] of files)
    if (!isSafeFilePath(file) || typeof declared?.bytes !== 'number')
      throw packagingErrors.MANIFEST_INVALID({
        app: called,
        reason: `${JSON.stringify(file.slice(0, 120))} is no file of a release`,
      });
  verifyManifest(release, called, PACK_LIMITS);
  return release;
}

/** @returns the content of a JSON file; undefined for a missing file. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
