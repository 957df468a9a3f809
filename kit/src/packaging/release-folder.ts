import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { releaseDigest } from '../contract/release/digest.ts';
import { parseRelease, type ReleaseIssue } from '../contract/release/release-schema.ts';
import type { Release } from '../contract/release/release.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';

/** A release as a build left it on the disk. */
export interface ReleaseFolder {
  /** The folder that holds `release.json`. */
  folder: string;
  release: Release;
  /** `release.json` as it is written there. */
  manifest: string;
}

const SHOWN_ISSUES = 5;

/** @returns lower-case hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * Finds the release of an app.
 * @param folder the app's folder, or its release folder.
 * @throws PACK_NO_RELEASE, PACK_MANIFEST_INVALID, PACK_DIGEST_WRONG
 */
export async function openRelease(folder: string): Promise<ReleaseFolder> {
  for (const root of [path.join(folder, 'dist'), folder]) {
    const manifest = await readFile(path.join(root, 'release.json'), 'utf8').catch(() => undefined);
    if (manifest !== undefined)
      return { folder: root, release: readManifest(manifest, path.basename(folder)), manifest };
  }
  throw packagingErrors.NO_RELEASE({ folder });
}

/**
 * Reads a `release.json` and checks that its digest is that of its content.
 * @param app what to call it in an error.
 * @throws PACK_MANIFEST_INVALID, PACK_DIGEST_WRONG
 */
export function readManifest(manifest: string, app: string): Release {
  const value = parseJson(manifest);
  if (value === undefined) throw packagingErrors.MANIFEST_INVALID({ app, reason: 'it is not JSON' });
  const parsed = parseRelease(value);
  if (!parsed.ok) throw packagingErrors.MANIFEST_INVALID({ app, reason: describe(parsed.issues) });
  if (releaseDigest(parsed.value, sha256) !== parsed.value.digest)
    throw packagingErrors.DIGEST_WRONG({ app });
  return parsed.value;
}

/** @returns the bytes of a file of the release. @throws PACK_FILE_CHANGED when they are not what release.json says */
export async function readReleaseFile({ folder, release }: ReleaseFolder, file: string): Promise<Buffer> {
  const { app } = release;
  const declared = release.files[file];
  const body = await readFile(path.join(folder, file)).catch(() => undefined);
  if (!body || !declared) throw packagingErrors.FILE_CHANGED({ app, file, reason: 'it is missing' });
  if (body.length !== declared.bytes || sha256(body) !== declared.sha256) {
    throw packagingErrors.FILE_CHANGED({ app, file, reason: 'its content has another sha-256' });
  }
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(issues: ReleaseIssue[]): string {
  const shown = issues
    .slice(0, SHOWN_ISSUES)
    .map(({ path: where, reason }) => (where ? `${where}: ${reason}` : reason));
  const rest = issues.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
