import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { IDENTITY_FILE } from '../contract/release/identity.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { readReleaseFile, type ReleaseFolder } from './release-folder.ts';
import { SIGNATURE_FILE } from './release-signature.ts';

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

const BLOCK = 512;
/** Longest name in a header; a longer one is in a record before it. */
const SHORT_NAME = 100;

/** End of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/**
 * One file of a tar archive (POSIX ustar, pax for long names), without owner and times, so that the same files give
 * the same bytes.
 * @param name in ASCII.
 * @returns its blocks, in order.
 */
export function* tarFile(name: string, body: Buffer): Generator<Buffer> {
  if (name.length > SHORT_NAME) yield* record('pax-header', 'x', paxPath(name));
  yield* record(name.slice(0, SHORT_NAME), '0', body);
}

function* record(name: string, type: string, body: Buffer): Generator<Buffer> {
  yield header(name, type, body.length);
  yield body;
  yield Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK);
}

/** The length at its start counts its own digits too. */
function paxPath(name: string): Buffer {
  const rest = ` path=${name}\n`;
  let length = rest.length;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.from(`${length}${rest}`, 'latin1');
}

/** Offset of each field of a header, and its digits without the NUL at its end. */
const NUMBERS = { mode: [100, 7], uid: [108, 7], gid: [116, 7], size: [124, 11], mtime: [136, 11] } as const;
const CHECKSUM = 148;
const TYPE = 156;
const MAGIC = 257;

function header(name: string, type: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const values = { mode: 0o644, uid: 0, gid: 0, size, mtime: 0 };
  block.write(name, 'latin1');
  for (const [field, [start, digits]] of Object.entries(NUMBERS))
    block.write(values[field as keyof typeof values].toString(8).padStart(digits, '0'), start);
  block.write(type, TYPE);
  block.write('ustar\u000000', MAGIC);
  // The checksum is computed with spaces in its own field.
  block.fill(' ', CHECKSUM, CHECKSUM + 8);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, CHECKSUM);
  return block;
}
