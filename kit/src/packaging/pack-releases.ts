import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { IDENTITY_FILE } from '../contract/release/identity.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { readReleaseFile, type ReleaseFolder } from './release-folder.ts';
import { SIGNATURE_FILE } from './release-signature.ts';
import { TAR_END, tarFile } from './write-tar.ts';

/** Called after each file that was packed. */
type OnProgress = (files: number, ofFiles: number) => void;

/** Low level, because most bytes are already compressed (.br, .gz, fonts). */
const LEVEL = 4;

/**
 * Packs releases for publishing: a gzip'd tar of `{app}/release.sig` where it is signed, `{app}/release.identity.json`
 * where it says where it came from, `{app}/release.json`, then the files it names in order, app by app. The same
 * releases give the same bytes. Files are read one at a time, and checked on the way.
 * @param folders releases of different apps, in any order.
 * @returns the pack; its stream fails with PACK_FILE_MISSING or PACK_FILE_WRONG when a file is not what release.json
 *   says.
 * @throws PACK_APP_TWICE
 */
export function packReleases(folders: ReleaseFolder[], onProgress?: OnProgress): Readable {
  const sorted = folders.toSorted((a, b) => (a.release.app < b.release.app ? -1 : 1));
  const twice = sorted.find(({ release }, index) => sorted[index + 1]?.release.app === release.app);
  if (twice) throw packagingErrors.APP_TWICE({ app: twice.release.app });
  // The reader of the pack gets the error; `pipeline` only forwards it.
  return pipeline(archive(sorted, onProgress), createGzip({ level: LEVEL }), () => {});
}

async function* archive(folders: ReleaseFolder[], onProgress?: OnProgress): AsyncGenerator<Buffer> {
  const ofFiles = folders.reduce((sum, { release }) => sum + Object.keys(release.files).length, 0);
  let files = 0;
  for (const folder of folders) {
    const { app } = folder.release;
    // First, because the decision to read the rest depends on it.
    if (folder.signature !== undefined)
      yield* tarFile(`${app}/${SIGNATURE_FILE}`, Buffer.from(folder.signature));
    if (folder.identity)
      yield* tarFile(`${app}/${IDENTITY_FILE}`, Buffer.from(JSON.stringify(folder.identity)));
    yield* tarFile(`${app}/release.json`, Buffer.from(folder.manifest));
    for (const file of Object.keys(folder.release.files).toSorted()) {
      yield* tarFile(`${app}/${file}`, await readReleaseFile(folder, file));
      onProgress?.(++files, ofFiles);
    }
  }
  yield TAR_END;
}
