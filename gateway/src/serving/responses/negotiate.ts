import Negotiator from 'negotiator';

/** In order of preference where the client has none. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];
export type Encoding = Coding | 'identity';

/** Its published types lack the second parameter. */
interface Preferring {
  encodings(available: Encoding[], options: { preferred: readonly string[] }): Encoding[];
}
/** Limits of the cache of parsed values, because clients may send any. Browsers send few; parsing one takes 6 µs. */
const MOST_KNOWN = 200;
const LONGEST_KNOWN = 100;
const known = new Map<string, Encoding[]>();

/**
 * Chooses the coding of a response: RFC 9110 §12.5.3. A client that refuses every coding and the plain body gets the
 * plain body.
 * @param acceptEncoding the request's header; undefined when absent.
 * @param available codings there is a body for.
 */
export function chooseEncoding(acceptEncoding: string | undefined, available: readonly Coding[]): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const accepted = known.get(acceptEncoding) ?? acceptedEncodings(acceptEncoding);
  return accepted.find((encoding) => encoding === 'identity' || available.includes(encoding)) ?? 'identity';
}

/** @returns the encodings that a client accepts, the preferred one first. */
function acceptedEncodings(acceptEncoding: string): Encoding[] {
  // RFC 9110 §8.4.1.3: the old name of the same coding.
  const headers = { 'accept-encoding': acceptEncoding.replace(/\bx-gzip\b/gi, 'gzip') };
  const negotiator = new Negotiator({ headers }) as unknown as Preferring;
  const accepted = negotiator.encodings([...CODINGS, 'identity'], { preferred: CODINGS });
  if (acceptEncoding.length > LONGEST_KNOWN) return accepted;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(acceptEncoding, accepted);
  return accepted;
}

/**
 * Weak comparison of an If-None-Match header: RFC 9110 §13.1.2.
 * @param etag the current entity tag, with its quotes: `"abc"` or `W/"abc"`.
 */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (/^[ \t]*\*[ \t]*$/.test(ifNoneMatch)) return true;
  const opaque = etag.replace(/^W\//, '');
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === opaque);
}

type RequestHeaders = Record<string, string | string[] | undefined>;

/** Characters of an Accept header that are read: the library takes quadratic time when a quote in it has no end. */
const LONGEST_ACCEPT = 2_000;
/** How a route shows its errors: always as JSON, or as JSON unless the request accepts HTML. */
export type ErrorFormat = 'json' | 'json-unless-html';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;

/**
 * @returns whether an error is sent as JSON rather than as HTML (docs/behaviour.md 4.6).
 * The user agent and fetch metadata are ignored: a page would otherwise answer JSON that was not requested.
 * @param headers by lower-case name.
 * @param format of the route; undefined: as the request asks.
 */
export function wantsJson(headers: RequestHeaders, format: ErrorFormat | undefined): boolean {
  if (format === 'json') return true;
  const accept = headers['accept']?.slice(0, LONGEST_ACCEPT);
  const types = new Negotiator({ headers: { accept } }).mediaTypes();
  if (types.includes('text/html')) return false;
  return format === 'json-unless-html' || types.some((type) => JSON_TYPE.test(type));
}
