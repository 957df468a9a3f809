import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Header } from 'tar-stream';
import { PACK_LIMITS } from '../contract/operations/operations.ts';
import {
  IDENTITY_BYTES,
  IDENTITY_FILE,
  parseIdentity,
  type ReleaseIdentity,
} from '../contract/release/identity.ts';
import type { Release, ReleaseFile } from '../contract/release/release.ts';
import { APP_NAME, isSafeFilePath } from '../contract/names.ts';
import { isPlatformError } from '../errors/define-errors.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { readManifestOf } from './release-reader.ts';
import { limitTo, OTHER_CONTENT, verifyFile, verifySize } from './verify-release.ts';
import { SIGNATURE_BYTES, SIGNATURE_FILE } from './release-signature.ts';

export type PackLimits = { [K in keyof typeof PACK_LIMITS]: number };

export interface UnpackOptions {
  /** The exact apps of the pack. Default: any. */
  apps?: string[];
  limits?: PackLimits;
  /** Ends the unpacking, also while it waits for bytes of the source. */
  signal?: AbortSignal | undefined;
}

/** Receives the content of a pack, one call at a time. An error of it ends the unpacking. */
export interface PackSink {
  /**
   * A release, before its files: valid by the schema, and named by its digest.
   * @param signature not checked yet.
   * @param identity its valid parts.
   */
  release?(
    release: Release,
    manifest: string,
    signature: string | undefined,
    identity: ReleaseIdentity | undefined,
  ): void | Promise<void>;
  /** A file that `release` names, with exactly the bytes it says. */
  file(release: Release, path: string, body: Buffer, declared: ReleaseFile): void | Promise<void>;
  /**
   * A file of more than {@link STREAMED_BYTES} that `release` names, of the size it says, as it arrives. Absent: `file`
   * takes it whole.
   * @returns whether its bytes have the declared sha-256.
   */
  stream?(
    release: Release,
    path: string,
    body: AsyncIterable<Uint8Array>,
    declared: ReleaseFile,
  ): Promise<boolean>;
}

/** Room for tar's own blocks besides the files: headers, long names, padding and the end mark. */
const OVERHEAD_PER_FILE = 4096;

/** Larger files are not read into memory, in bytes. */
export const STREAMED_BYTES = 256 * 1024;

/**
 * Unpacks an untrusted pack as a stream: no byte is read past a limit, and no name reaches the sink that the release,
 * which is read first, does not list.
 * @param source the pack's bytes. It stays open after an error, because the answer may use the same socket; the caller
 *   drains or destroys it.
 * @returns the releases, every file of which went to the sink.
 * @throws an error of the PACK catalogue, or the reason of the signal; the caller has to discard the content of the
 *   sink.
 */
export async function unpackReleases(
  source: Readable,
  options: UnpackOptions,
  sink: PackSink,
): Promise<Release[]> {
  const limits = options.limits ?? PACK_LIMITS;
  const intake = createIntake(options.apps, limits, sink);
  const files = limits.files + limits.releases;
  let entries = 0;
  await readTar(source, { ...limits, files }, options.signal, async (entry) => {
    limitTo(files, ++entries, 'the number of its files');
    const { app, file } = readName(entry);
    if (file === SIGNATURE_FILE || file === IDENTITY_FILE) await intake.beside(app, file, entry);
    else await (file === 'release.json' ? intake.manifest(app, entry) : intake.file(app, file, entry));
  });
  return intake.finish();
}

/** Handles one entry after the other; an error ends the unpacking. */
function createIntake(apps: string[] | undefined, limits: PackLimits, sink: PackSink) {
  const arriving = new Map<string, { release: Release; missing: Set<string> }>();
  const besides = new Map<string, string>();
  const declared = { files: 0, bytes: 0 };
  return {
    /** Files beside a manifest, not part of its digest. */
    async beside(
      app: string,
      file: typeof SIGNATURE_FILE | typeof IDENTITY_FILE,
      entry: Entry,
    ): Promise<void> {
      const name = `${app}/${file}`;
      if (apps && !apps.includes(app)) throw packagingErrors.APP_UNEXPECTED({ app });
      if (arriving.has(app)) throw packagingErrors.SIGNATURE_LATE({ name });
      if (besides.has(name)) throw packagingErrors.ENTRY_TWICE({ name });
      limitTo(2 * limits.releases, besides.size + 1, 'the number of its signatures and identities');
      const most = file === SIGNATURE_FILE ? SIGNATURE_BYTES : IDENTITY_BYTES;
      besides.set(name, (await readBody(entry, most, name)).toString('utf8'));
    },
    async manifest(app: string, entry: Entry): Promise<void> {
      if (apps && !apps.includes(app)) throw packagingErrors.APP_UNEXPECTED({ app });
      if (arriving.has(app)) throw packagingErrors.ENTRY_TWICE({ name: `${app}/release.json` });
      limitTo(limits.releases, arriving.size + 1, 'the number of its releases');
      const manifest = (await readBody(entry, limits.manifestBytes, `${app}/release.json`)).toString('utf8');
      const release = readManifestOf(app, manifest, limits);
      for (const { bytes } of Object.values(release.files)) {
        limitTo(limits.files, ++declared.files, 'the number of its files');
        limitTo(limits.unpackedBytes, (declared.bytes += bytes), 'its size unpacked');
      }
      arriving.set(app, { release, missing: new Set(Object.keys(release.files)) });
      const identity = parseIdentity(besides.get(`${app}/${IDENTITY_FILE}`));
      await sink.release?.(release, manifest, besides.get(`${app}/${SIGNATURE_FILE}`), identity);
    },
    async file(app: string, file: string, entry: Entry): Promise<void> {
      const target = arriving.get(app);
      if (!target) throw packagingErrors.MANIFEST_LATE({ name: `${app}/${file}` });
      const { release, missing } = target;
      const expected = Object.hasOwn(release.files, file) ? release.files[file] : undefined;
      if (!expected) throw packagingErrors.FILE_UNLISTED({ app, file });
      if (!missing.delete(file)) throw packagingErrors.ENTRY_TWICE({ name: `${app}/${file}` });
      verifySize(app, file, expected, entry.header.size ?? 0);
      if (sink.stream && expected.bytes > STREAMED_BYTES) {
        limitTo(limits.fileBytes, expected.bytes, `${app}/${file}`);
        if (await sink.stream(release, file, entry, expected)) return;
        throw packagingErrors.FILE_WRONG({ app, file, reason: OTHER_CONTENT });
      }
      const body = await readBody(entry, limits.fileBytes, `${app}/${file}`);
      verifyFile(app, file, expected, body);
      await sink.file(release, file, body, expected);
    },
    finish(): Release[] {
      for (const [app, { missing }] of arriving) {
        for (const file of missing) throw packagingErrors.FILE_MISSING({ app, file });
      }
      const absent = apps?.find((app) => !arriving.has(app));
      if (absent !== undefined) throw packagingErrors.APP_MISSING({ app: absent });
      if (arriving.size === 0) throw packagingErrors.TRUNCATED();
      return [...arriving.values()].map(({ release }) => release);
    },
  };
}

function readName({ header }: Entry): { app: string; file: string } {
  const name = printable(header.name);
  if (header.type !== 'file') throw packagingErrors.ENTRY_TYPE({ name, type: header.type ?? 'unknown type' });
  const slash = header.name.indexOf('/');
  const app = header.name.slice(0, Math.max(slash, 0));
  const file = header.name.slice(slash + 1);
  const beside = file === 'release.json' || file === SIGNATURE_FILE || file === IDENTITY_FILE;
  if (!APP_NAME.test(app) || !(beside || isSafeFilePath(file))) throw packagingErrors.ENTRY_NAME({ name });
  return { app, file };
}

/** A hostile name may reach logs and terminals, so control characters are removed and its length is limited. */
function printable(name: string): string {
  return JSON.stringify(name.slice(0, 120));
}

async function readBody(entry: Entry, limit: number, name: string): Promise<Buffer> {
  limitTo(limit, entry.header.size ?? 0, name);
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** One entry of an archive: its header, and its body as chunks. */
type Entry = AsyncIterable<Uint8Array> & { header: Header };

/**
 * Reads a gzip'd tar entry by entry with hard limits; no more than one chunk of it is in memory at any time.
 * @param source the compressed bytes.
 * @param signal ends the reading: a body of an entry that waits for bytes fails then.
 * @param onEntry handles one entry; it has to read the body to its end.
 */
async function readTar(
  source: Readable,
  limits: PackLimits,
  signal: AbortSignal | undefined,
  onEntry: (entry: Entry) => Promise<void>,
): Promise<void> {
  // Imported for the first archive, so that the start of the gateway does not wait for the package.
  const { extract } = await import('tar-stream');
  const tar = extract();
  const input = Readable.from(source.iterator({ destroyOnReturn: false }), { objectMode: false });
  const packed = countBytes(limits.packedBytes, 'its size as sent');
  if (signal) addAbortSignal(signal, packed);
  const unpacked = countBytes(limits.unpackedBytes + limits.files * OVERHEAD_PER_FILE, 'its size unpacked');
  const fed = new Promise<void>((done, fail) => {
    const target = tar as unknown as NodeJS.WritableStream;
    pipeline([input, packed, createGunzip(), unpacked, target], (error) => (error ? fail(error) : done()));
  });
  // A failure of the writer ends the loop below, too, which reports it.
  fed.catch(() => {});
  try {
    for await (const entry of tar) await onEntry(entry as unknown as Entry);
    await fed;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw translate(error);
  }
}

function countBytes(limit: number, what: string): Transform {
  let count = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      count += chunk.length;
      if (count > limit) done(packagingErrors.TOO_LARGE({ what, limit: `${limit} bytes` }));
      else done(null, chunk);
    },
  });
}

function translate(error: unknown): unknown {
  if (isPlatformError(error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data')
    return packagingErrors.TRUNCATED(undefined, error);
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return packagingErrors.TRUNCATED(undefined, error);
  if (message === 'incorrect header check') return packagingErrors.NOT_GZIP(undefined, error);
  if (code?.startsWith('Z_')) return packagingErrors.DAMAGED({ reason: message }, error);
  if (/tar|header|checksum|data/i.test(message)) return packagingErrors.DAMAGED({ reason: message }, error);
  return error;
}
