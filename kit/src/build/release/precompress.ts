import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml)$/;
/** Below this many bytes compression saves less than its header costs. */
const SMALLEST = 256;

/**
 * Compresses a file of a release as small as it goes, once, so that no request pays for it.
 * @returns the bodies to put beside the file, by suffix; empty where compression does not pay
 */
export async function precompress(file: string, body: Buffer): Promise<Map<'.br' | '.gz', Buffer>> {
  if (!COMPRESSIBLE.test(file) || body.length < SMALLEST) return new Map();
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, gz] = await Promise.all([brotli(body, { params }), zip(body, { level: 9 })]);
  return new Map([
    ['.br', br],
    ['.gz', gz],
  ]);
}
