import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Writes the tarball of a version. What others have installed stays what it is: their lockfiles hold it to its bytes.
 * @param file named by package and version
 * @param source where the version is raised
 * @throws Error where another tarball of that version is there
 */
export function writeVersion(file: string, tarball: Buffer, source: string): void {
  // Compressed by another zlib, the same contents are other bytes.
  if (existsSync(file) && !gunzipSync(readFileSync(file)).equals(gunzipSync(tarball))) {
    const name = path.basename(file);
    throw new Error(
      `${name} is there already, with other contents: a version that was installed elsewhere stays what it is.\n` +
        `Raise the version in ${source}; where nobody has installed ${name}, remove it instead.`,
    );
  }
  writeFileSync(file, tarball);
}
