import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

export type ContentCoding = 'br' | 'gzip';

/** In order of preference where the client has none. */
const CODINGS: readonly ContentCoding[] = ['br', 'gzip'];
/** Its published types lack the second parameter. */
interface Preferring {
  encoding<Coding extends string>(
    available: Coding[],
    options: { preferred: readonly string[] },
  ): Coding | undefined;
}
/**
 * Limit of the cache of parsed values, in characters, because clients may send any value. Browsers send few, and
 * parsing one takes 6 µs.
 */
const REMEMBERED = 100_000;
const chosen = new LRUCache<string, { coding: ContentCoding | 'identity' | null }>({
  maxSize: REMEMBERED,
  sizeCalculation: (_, key) => key.length,
});

/**
 * Chooses the coding of a response: RFC 9110 §12.5.3.
 * @param acceptEncoding the request's header; undefined when absent.
 * @param available codings there is a body for.
 * @returns null when even the plain body is refused (406).
 */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  available: readonly ContentCoding[],
): ContentCoding | 'identity' | null {
  if (acceptEncoding === undefined) return 'identity';
  const key = `${available.join()} ${acceptEncoding}`;
  const known = chosen.get(key);
  if (known) return known.coding;
  // RFC 9110 §8.4.1.3: the old name of the same coding.
  const headers = { 'accept-encoding': acceptEncoding.replace(/\bx-gzip\b/gi, 'gzip') };
  const negotiator = new Negotiator({ headers }) as unknown as Preferring;
  const coding = negotiator.encoding([...available, 'identity'], { preferred: CODINGS }) ?? null;
  chosen.set(key, { coding });
  return coding;
}

/**
 * Weak comparison of an If-None-Match header: RFC 9110 §13.1.2.
 * @param etag the current entity tag, with its quotes: `"abc"` or `W/"abc"`.
 */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === opaque);
}

type RequestHeaders = Record<string, string | string[] | undefined>;

/** Characters of an Accept header that are read: the library takes quadratic time when a quote in it has no end. */
const LONGEST_ACCEPT = 2_000;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;

/**
 * @returns whether an error is sent as JSON rather than as HTML (docs/behaviour.md 4.6).
 * The user agent and fetch metadata are ignored: a page would otherwise answer JSON that was not requested.
 * @param headers by lower-case name.
 * @param path path of the request.
 */
export function wantsJson(headers: RequestHeaders, path = ''): boolean {
  const accept = headers['accept']?.slice(0, LONGEST_ACCEPT);
  const types = new Negotiator({ headers: { accept } }).mediaTypes();
  if (types.includes('text/html')) return false;
  return types.some((type) => JSON_TYPE.test(type)) || /^\/(?:api|-)\/|\.json$/i.test(path);
}
