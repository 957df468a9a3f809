import { webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflateRaw, type ZlibOptions } from 'node:zlib';
import type { Release } from '@voltframe/kit/contract/release/release';
import { packagingErrors } from '@voltframe/kit/errors/packaging-errors';
import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

/**
 * The compressed bodies of client files lie beside the files, under these endings. All work is done by libuv's threads.
 */
const DECODERS = { '.br': promisify(brotliDecompress), '.gz': gunzipMember } as const;
const ENDINGS = Object.keys(DECODERS) as (keyof typeof DECODERS)[];

/** Lengths of a gzip header and trailer, and the index of the byte for optional fields of the header. */
const GZIP = { header: 10, trailer: 8, flags: 3 } as const;

/** Most cached pairs of a file and its compressed body, by their sha-256. */
const MOST_COMPARED = 20_000;
const CONCURRENCY = 4;

/** A compressed body of a client file. */
interface EncodedFile {
  path: string;
  ending: keyof typeof DECODERS;
  /** The uncompressed file. */
  base: string;
}

/** @throws PACK_ENCODING_WRONG */
export type EncodingCheck = (release: Release) => Promise<void>;

/**
 * Compares the compressed bodies of releases with the uncompressed files, because browsers get the compressed body
 * and admission checks the file.
 * @returns a comparison for a release whose files are in the store.
 */
export function createEncodingCheck(blobs: Pick<BlobStore, 'get'>): EncodingCheck {
  const compared = new LRUCache<string, true>(mostEntries(MOST_COMPARED));
  return async (release) => {
    const { app, files } = release;
    const compare = async ({ path, base, ending }: EncodedFile): Promise<void> => {
      const [encoded, plain] = [files[path]!, files[base]];
      if (!plain) throw packagingErrors.ENCODING_WRONG({ app, file: path, base });
      const pair = `${encoded.sha256} ${plain.sha256}`;
      if (compared.has(pair)) return;
      const body = await blobs.get(encoded.sha256);
      const decoded = body && (await decode(body, ending, plain.bytes).catch(() => undefined));
      if (!decoded || (await digest(decoded)) !== plain.sha256)
        throw packagingErrors.ENCODING_WRONG({ app, file: path, base });
      compared.set(pair, true);
    };
    await pMap(encodedFiles(release), compare, { concurrency: CONCURRENCY });
  };
}

function encodedFiles({ files }: Release): EncodedFile[] {
  return Object.keys(files).flatMap((path) => {
    const ending = path.startsWith('client/') ? ENDINGS.find((one) => path.endsWith(one)) : undefined;
    return ending ? [{ path, ending, base: path.slice(0, -ending.length) }] : [];
  });
}

/** @param bytes size of the file; decoding stops at this size. */
function decode(body: Buffer, ending: keyof typeof DECODERS, bytes: number): Promise<Buffer> {
  return DECODERS[ending](body, { maxOutputLength: Math.max(1, bytes) });
}

const inflate = promisify(inflateRaw);

/**
 * Decodes a gzip body of one member without optional fields. Node decodes all members of a body, but browsers may
 * read only the first.
 */
async function gunzipMember(body: Buffer, options: ZlibOptions): Promise<Buffer> {
  const data = body.subarray(GZIP.header);
  // With `info` the result includes the engine, which Node's types lack.
  const { engine } = (await inflate(data, { ...options, info: true })) as unknown as {
    engine: { bytesWritten: number };
  };
  if (body[GZIP.flags] !== 0 || engine.bytesWritten !== data.length - GZIP.trailer)
    throw new Error('it has several members, optional fields or bytes after its end');
  return promisify(gunzip)(body, options);
}

async function digest(body: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', body as BufferSource)).toString('hex');
}
