import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Header } from 'tar-stream';
import { isPlatformError } from '../errors/define-errors.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';

/** Room for tar's own blocks besides the files: headers, long names, padding and the end mark. */
const OVERHEAD_PER_FILE = 4096;

/** One entry of an archive: its header, and its body as chunks. */
export type Entry = AsyncIterable<Uint8Array> & { header: Header };

/**
 * Reads a gzip'd tar entry by entry with hard limits; no more than one chunk of it is in memory at any time.
 * @param source the compressed bytes. It stays open after an error, because the answer may use the same socket; the
 * caller drains or destroys it.
 * @param onEntry handles one entry; it has to read the body to its end.
 * @throws PACK_NOT_GZIP, PACK_DAMAGED, PACK_TRUNCATED, PACK_TOO_LARGE, and whatever `onEntry` throws.
 */
export async function readTar(
  source: Readable,
  limits: Record<'packedBytes' | 'unpackedBytes' | 'files', number>,
  onEntry: (entry: Entry) => Promise<void>,
): Promise<void> {
  // Imported for the first archive, so that the start of the gateway does not wait for the package.
  const { extract } = await import('tar-stream');
  const tar = extract();
  const input = Readable.from(source.iterator({ destroyOnReturn: false }), { objectMode: false });
  const packed = countBytes(limits.packedBytes, 'its size as sent');
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
