import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { IDENTITY_FILE } from '../contract/release/identity.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { readReleaseFile, type ReleaseFolder } from './release-folder.ts';
import { SIGNATURE_FILE } from './release-signature.ts';

/** What is told while packing. */
export interface PackProgress {
  files: number;
  ofFiles: number;
}

/** The owner and times of a build machine are nobody's business, and would make the same releases differ. */
const PLAIN = { mode: 0o644, uid: 0, gid: 0, type: 'file' } as const;
/** Most bytes are compressed already (.br, .gz, fonts); more effort gains nothing. */
const LEVEL = 4;

/**
 * Packs releases for publishing: a gzip'd tar of `{app}/release.sig` where it is signed, `{app}/release.identity.json` where it says
 * where it came from, `{app}/release.json`, then the files it names in order, app by app.
 * The same releases give the same bytes. Files are read one at a time, and checked on the way.
 * @param folders releases of different apps, in any order.
 * @returns the pack; its stream fails with PACK_FILE_MISSING or PACK_FILE_WRONG when a file is not what release.json says.
 * @throws PACK_APP_TWICE
 */
export function packReleases(
  folders: ReleaseFolder[],
  onProgress?: (progress: PackProgress) => void,
): Readable {
  const sorted = folders.toSorted((a, b) => (a.release.app < b.release.app ? -1 : 1));
  const twice = sorted.find(({ release }, index) => sorted[index + 1]?.release.app === release.app);
  if (twice) throw packagingErrors.APP_TWICE({ app: twice.release.app });
  const tar = pack();
  fill(tar, sorted, onProgress).catch((error: Error) => tar.destroy(error));
  // Whoever reads the pack gets the error; pipeline only hands it on.
  return pipeline(tar as unknown as Readable, createGzip({ level: LEVEL }), () => {});
}

async function fill(
  tar: Pack,
  folders: ReleaseFolder[],
  onProgress?: (progress: PackProgress) => void,
): Promise<void> {
  const ofFiles = folders.reduce((sum, { release }) => sum + Object.keys(release.files).length, 0);
  let files = 0;
  for (const folder of folders) {
    const { app } = folder.release;
    // First: whether the rest is read depends on it.
    if (folder.signature !== undefined)
      await add(tar, `${app}/${SIGNATURE_FILE}`, Buffer.from(folder.signature));
    if (folder.identity)
      await add(tar, `${app}/${IDENTITY_FILE}`, Buffer.from(JSON.stringify(folder.identity)));
    await add(tar, `${app}/release.json`, Buffer.from(folder.manifest));
    for (const file of Object.keys(folder.release.files).toSorted()) {
      await add(tar, `${app}/${file}`, await readReleaseFile(folder, file));
      onProgress?.({ files: ++files, ofFiles });
    }
  }
  tar.finalize();
}

function add(tar: Pack, name: string, body: Buffer): Promise<void> {
  const header = { ...PLAIN, mtime: new Date(0), name, size: body.length };
  return new Promise((done, fail) => {
    const entry = tar.entry(header, body, (error) => (error ? fail(error) : done()));
    // What is destroyed half-way tells the callback, and then whoever listens to the entry.
    entry.on('error', () => {});
  });
}
