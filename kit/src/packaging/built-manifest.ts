import { PACK_LIMITS } from '../contract/operations/operations.ts';
import { APP_NAME, isSafeFilePath, type Release } from '../contract/release/release.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { verifyManifest } from './verify-release.ts';

/**
 * Reads the release.json of a release that is sent on: as far as that needs, with what Node has, so that publishing
 * works where nothing is installed. Whoever takes it in checks all of it (release-reader.ts).
 * @param called what to call it in an error.
 * @throws PACK_MANIFEST_INVALID, PACK_DIGEST_WRONG, PACK_TOO_LARGE
 */
export function readBuiltManifest(manifest: string, called: string): Release {
  const value = parse(manifest);
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
