import { PACK_LIMITS } from '../contract/operations/operations.ts';
import { releaseDigest } from '../contract/release/digest.ts';
import { parseRelease, type ReleaseIssue } from '../contract/release/release-schema.ts';
import type { Release, ReleaseFile } from '../contract/release/release.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { sha256 } from './sha256.ts';

/** Largest sizes of one release: of PACK_LIMITS, whichever way it comes. */
export type ReleaseLimits = Record<'manifestBytes' | 'fileBytes' | 'unpackedBytes' | 'files', number>;

const SHOWN_ISSUES = 5;
/** Entries of one field of a release.json other than its files: routes, rules, islands. */
const MOST_ENTRIES = 1_000;

/**
 * Reads a `release.json`: its form, its digest, and the sizes that it declares.
 * @param app what to call it in an error.
 * @throws PACK_TOO_LARGE, PACK_MANIFEST_INVALID, PACK_DIGEST_WRONG
 */
export function readManifest(manifest: string, app: string, limits: ReleaseLimits = PACK_LIMITS): Release {
  limitTo(limits.manifestBytes, manifest.length, `${app}/release.json`);
  const value = parseJson(manifest);
  if (value === undefined) throw packagingErrors.MANIFEST_INVALID({ app, reason: 'it is not JSON' });
  for (const [field, entries] of Object.entries(value ?? {}))
    if (field !== 'files')
      limitTo(MOST_ENTRIES, sizeOf(entries), `${app}/release.json: the number of its ${field}`);
  const parsed = parseRelease(value);
  if (!parsed.ok) throw packagingErrors.MANIFEST_INVALID({ app, reason: describe(parsed.issues) });
  const release = parsed.value;
  if (releaseDigest(release, sha256) !== release.digest) throw packagingErrors.DIGEST_WRONG({ app });
  const files = Object.entries(release.files);
  limitTo(limits.files, files.length, 'the number of its files');
  for (const [file, { bytes }] of files) limitTo(limits.fileBytes, bytes, `${app}/${file}`);
  const total = files.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  limitTo(limits.unpackedBytes, total, 'its size unpacked');
  return release;
}

/** As `readManifest`, of this app and no other. @throws as it does */
export function readManifestOf(app: string, manifest: string, limits?: ReleaseLimits): Release {
  const release = readManifest(manifest, app, limits);
  if (release.app === app) return release;
  throw packagingErrors.MANIFEST_INVALID({ app, reason: `it is of the app ${release.app}` });
}

/** Checks that these are the bytes that the release names. @throws PACK_FILE_WRONG */
export function verifyFile(app: string, file: string, declared: ReleaseFile, body: Uint8Array): void {
  verifySize(app, file, declared, body.length);
  if (sha256(body) !== declared.sha256)
    throw packagingErrors.FILE_WRONG({ app, file, reason: 'its content has another sha-256' });
}

/** @param bytes that it has, or has at least: nobody needs to read on. @throws PACK_FILE_WRONG */
export function verifySize(app: string, file: string, declared: ReleaseFile, bytes: number): void {
  const reason = `it has ${bytes} bytes, ${declared.bytes} are declared`;
  if (bytes !== declared.bytes) throw packagingErrors.FILE_WRONG({ app, file, reason });
}

/** @param what it is that is counted, for the error. @throws PACK_TOO_LARGE */
export function limitTo(limit: number, count: number, what: string): void {
  if (count > limit) throw packagingErrors.TOO_LARGE({ what, limit });
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
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
