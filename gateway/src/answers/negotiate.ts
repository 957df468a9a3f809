export type ContentCoding = 'br' | 'gzip';

/** In order of preference where the client has none. */
const CODINGS: readonly ContentCoding[] = ['br', 'gzip'];

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
  const weights = parseWeights(acceptEncoding);
  const rest = weights.get('*');
  let best: ContentCoding | 'identity' | null = null;
  let bestWeight = 0;
  for (const coding of CODINGS) {
    const weight = available.includes(coding) ? (weights.get(coding) ?? rest ?? 0) : 0;
    if (weight > bestWeight) [best, bestWeight] = [coding, weight];
  }
  const identity = weights.get('identity');
  if (identity !== undefined) return identity > bestWeight ? 'identity' : best;
  return best ?? (rest === 0 ? null : 'identity');
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (coding === '') continue;
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, q === undefined ? 1 : weightOf(q));
  }
  return weights;
}

/** A malformed weight refuses the coding: the plain body is always understood. */
function weightOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
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

export type RequestHeaders = Record<string, string | string[] | undefined>;

/**
 * Whether an error goes out as JSON rather than as HTML: to those who ask for JSON (docs/behaviour.md 4.6).
 * Guessing from the user agent or fetch metadata as well, a page would answer JSON without having been asked to.
 * @param headers by lower-case name.
 * @param path path of the request.
 */
export function wantsJson(headers: RequestHeaders, path = ''): boolean {
  const accept = String(headers['accept'] ?? '');
  if (/\btext\/html\b/i.test(accept)) return false;
  return /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(accept) || /^\/(?:api|-)\/|\.json$/i.test(path);
}
