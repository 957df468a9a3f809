import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Writes the tarball of a version. A version never changes: lockfiles of other repositories contain its hash.
 * @param file path of the tarball
 * @param source the package.json with the version, for the message
 * @throws Error when another tarball of the version exists
 */
export function writeVersion(file: string, tarball: Buffer, source: string): void {
  // Other zlib versions compress the same contents to other bytes.
  if (existsSync(file) && !gunzipSync(readFileSync(file)).equals(gunzipSync(tarball))) {
    const name = path.basename(file);
    throw new Error(
      `${name} already exists with other contents, and an installed version must not change.\n` +
        `Raise the version in ${source}, or, if ${name} is not installed anywhere, remove the file.`,
    );
  }
  writeFileSync(file, tarball);
}
