import { createCipheriv } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The bytes of one answer in one encoding, with the strong ETag of exactly these bytes (RFC 9110 §8.8.3). */
export interface EncodedBytes {
  bytes: Buffer;
  etag: string;
}

/** A body that is compressed once for each requested encoding. */
export interface EncodedBody {
  /** Headers that belong to it, besides those of every answer. */
  headers?: Record<string, string>;
  /** The apps with content in it. */
  apps?: readonly string[];
  in(encoding: Encoding): EncodedBytes | Promise<EncodedBytes>;
  /** Of the plain bytes. */
  length: number;
  /** Bytes in memory. */
  size(): number;
  /** Compresses once more, as well as it goes: a tenth of a second of CPU for a page. `in` gives that from then on. */
  shrink(): Promise<void>;
  /** Whether `in` will go on giving the same bytes. */
  isFinal(): boolean;
  /** The upstream data in it; undefined for none. */
  data?: LiveData | undefined;
}

/** Data that changes without a deploy. */
export interface LiveData {
  /** `stale`: where it comes from fails, and it is the last that is known. `changed`: the body is not good any more. */
  state(): 'fresh' | 'stale' | 'changed';
}

/** `quick`: compressed while a visitor waits, and left so. `small`: the same, until it is made small by `shrink`. */
export type Effort = 'quick' | 'small';

/** Smaller bodies gain nothing. */
const MIN_BYTES = 256;
/** Larger ones would take seconds of CPU. */
const MOST_SMALL_BYTES = 1024 * 1024;
const BROTLI = { quick: 5, small: 11 } as const;
/** No secret: every gateway gives a body the same tag. */
const TAG_KEY = Buffer.from('tags of contents');
const TAG_NONCE = Buffer.alloc(12);
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export function createEncodedBody(text: string | Buffer, effort: Effort, data?: LiveData): EncodedBody {
  const plain = Buffer.isBuffer(text) ? text : Buffer.from(text);
  const { length } = plain;
  let final = effort === 'quick' || length < MIN_BYTES || length > MOST_SMALL_BYTES;
  const done = new Map<Encoding, EncodedBytes>();
  const working = new Map<Encoding, Promise<EncodedBytes>>();
  const compress = async (encoding: Encoding): Promise<EncodedBytes> => {
    const bytes = await (encoding === 'br' ? toBrotli(plain, 'quick') : zip(plain, { level: 6 }));
    const result = done.get(encoding) ?? tagged(bytes); // the small one may have been first
    done.set(encoding, result);
    working.delete(encoding);
    return result;
  };
  return {
    in(encoding) {
      // Few take the plain ones: their ETag waits for those.
      if (encoding === 'identity' && !done.has(encoding)) done.set(encoding, tagged(plain));
      const ready = done.get(encoding);
      if (ready) return ready;
      const started = working.get(encoding) ?? compress(encoding);
      working.set(encoding, started);
      return started;
    },
    async shrink() {
      if (final) return;
      done.set('br', tagged(await toBrotli(plain, 'small')));
      final = true;
    },
    isFinal: () => final,
    data,
    length,
    size: () =>
      [...done].reduce(
        (sum, [encoding, { bytes }]) => (encoding === 'identity' ? sum : sum + bytes.length),
        length,
      ),
  };
}

/** @returns the encodings worth offering for a body of this length. */
export function offeredEncodings(body: EncodedBody): Encoding[] {
  return body.length < MIN_BYTES ? ['identity'] : ['br', 'gzip', 'identity'];
}

export function tagged(bytes: Buffer): EncodedBytes {
  // GMAC, since SHA-256 takes a twentieth of the gateway's time for an uncached page. Two bodies do not share a tag by
  // chance; a team that means to make two such bodies makes its own page stay as it was.
  const mac = createCipheriv('aes-128-gcm', TAG_KEY, TAG_NONCE).setAAD(bytes);
  mac.final();
  return { bytes, etag: `"${mac.getAuthTag().toString('base64url')}"` };
}

function toBrotli(bytes: Buffer, effort: Effort): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI[effort],
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotli(bytes, { params });
}
