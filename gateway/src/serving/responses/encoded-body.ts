import { createCipheriv } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { MB } from '@voltframe/kit/contract/units';
import { ownBytes } from '../../platform/runtime/own-bytes.ts';
import { type Coding, CODINGS, type Encoding } from './negotiate.ts';

/** The bytes of one answer in one encoding, with the strong ETag of exactly these bytes (RFC 9110 §8.8.3). */
export interface EncodedBytes {
  bytes: Buffer;
  etag: string;
}

/** A body that is compressed once for each requested encoding. */
export interface EncodedBody {
  /** Headers of this body, besides those of every answer. */
  headers?: Record<string, string>;
  /** The apps with content in it. */
  apps?: readonly string[];
  in(encoding: Encoding): EncodedBytes | Promise<EncodedBytes>;
  /** Of the plain bytes. */
  length: number;
  /** Bytes in memory. */
  size(): number;
  /** Compresses again at the highest level: 100 ms of CPU for a page. `in` then returns the smaller bytes. */
  shrink(): Promise<void>;
  /** The upstream data in it; undefined for none. */
  data?: LiveData | undefined;
}

/** Data that changes without a deploy. */
export interface LiveData {
  /** `stale`: its upstream fails, and this is the last known data. `changed`: the body is outdated. */
  state(): 'fresh' | 'stale' | 'changed';
}

/** Compression of smaller bodies saves nothing. */
const MIN_BYTES = 256;
/** Larger ones would take seconds of CPU. */
const MOST_SMALL_BYTES = MB;
/** While a visitor waits, and in `shrink`. */
const QUICK_LEVEL = 5;
const SMALL_LEVEL = 11;
/** Not secret, so that every gateway computes the same tag for a body. */
const TAG_KEY = Buffer.from('tags of contents');
const TAG_NONCE = Buffer.alloc(12);
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export function createEncodedBody(text: string | Buffer, data?: LiveData): EncodedBody {
  const plain = ownBytes(Buffer.isBuffer(text) ? text : Buffer.from(text));
  const { length } = plain;
  let isSmall = length < MIN_BYTES || length > MOST_SMALL_BYTES;
  const done = new Map<Encoding, EncodedBytes>();
  const working = new Map<Encoding, Promise<EncodedBytes>>();
  const compress = async (encoding: Encoding): Promise<EncodedBytes> => {
    const bytes = await (encoding === 'br' ? toBrotli(plain, QUICK_LEVEL) : zip(plain, { level: 6 }));
    const result = done.get(encoding) ?? tagged(ownBytes(bytes)); // `shrink` may have finished first
    done.set(encoding, result);
    working.delete(encoding);
    return result;
  };
  return {
    in(encoding) {
      // Few clients request plain bytes, so their ETag is computed at the first request.
      if (encoding === 'identity' && !done.has(encoding)) done.set(encoding, tagged(plain));
      const ready = done.get(encoding);
      if (ready) return ready;
      const started = working.get(encoding) ?? compress(encoding);
      working.set(encoding, started);
      return started;
    },
    async shrink() {
      if (isSmall) return;
      isSmall = true;
      done.set('br', tagged(ownBytes(await toBrotli(plain, SMALL_LEVEL))));
    },
    data,
    length,
    size: () =>
      [...done].reduce(
        (sum, [encoding, { bytes }]) => (encoding === 'identity' ? sum : sum + bytes.length),
        length,
      ),
  };
}

/** @returns the codings worth offering for a body of this length. */
export function offeredCodings(body: EncodedBody): readonly Coding[] {
  return body.length < MIN_BYTES ? [] : CODINGS;
}

export function tagged(bytes: Buffer): EncodedBytes {
  // GMAC, because SHA-256 takes 5 % of the gateway's time for an uncached page. Two bodies do not share a tag by
  // chance. A team that constructs two such bodies affects its own page only.
  const mac = createCipheriv('aes-128-gcm', TAG_KEY, TAG_NONCE).setAAD(bytes);
  mac.final();
  return { bytes, etag: `"${mac.getAuthTag().toString('base64url')}"` };
}

function toBrotli(bytes: Buffer, level: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotli(bytes, { params });
}
