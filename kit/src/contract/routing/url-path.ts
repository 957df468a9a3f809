/** Paths of the site in one form, so that rules, routes and caches cannot be passed by another spelling. */

/** A path of the site has at most this number of segments. A longer one is no page of any app. */
export const MOST_SEGMENTS = 64;

/** The parts of a URL reference; `search` with its `?` and `hash` with its `#`, or ''. */
export interface UrlParts {
  path: string;
  search: string;
  hash: string;
}

/** Files, which the slash rule leaves alone: an extension has a letter, since `/blog/v1.2` is a page. */
const FILE = /\.(?:[a-z][a-z\d]{0,11}|\d[a-z]+)$/i;
/**
 * Letters, digits and what is as harmless, no segment beginning with a dot: in the one form already, as almost every
 * path.
 */
const PLAIN = /^(?:\/[\w~-][\w.~-]*)+$/;
/** The same in the form that paths are compared in. */
const FOLDED = /^(?:\/[a-z\d_~-][a-z\d_.~-]*)+$/;
const CONTROL = /[\u0000-\u001F\u007F]/;

/**
 * @param pathname path in any spelling, without query and hash.
 * @returns whether it has more than {@link MOST_SEGMENTS} segments. One pass over the text: the answer comes before
 *   anything is resolved.
 */
export function isTooDeep(pathname: string): boolean {
  let segments = 0;
  let inside = false;
  for (let index = 0; index < pathname.length; index++) {
    const letter = pathname[index];
    const slash = letter === '/' || letter === '\\';
    if (!slash && !inside) segments++;
    inside = !slash;
  }
  return segments > MOST_SEGMENTS;
}

/**
 * One form for every spelling of a path: percent-encoding only where a URL needs it, single slashes, no
 * backslashes, no dot segments, no trailing slash. Case is kept.
 * @param pathname path without query and hash, as in a URL.
 * @returns the path, or undefined when it is refused: malformed encoding, control characters, encoded traversal.
 */
export function normalizePath(pathname: string): string | undefined {
  if (PLAIN.test(pathname)) return pathname;
  const result: string[] = [];
  for (const raw of pathname.replaceAll('\\', '/').split('/')) {
    if (raw === '' || raw === '.') continue;
    if (raw === '..') {
      result.pop();
      continue;
    }
    const segment = normalizeSegment(raw);
    if (segment === undefined) return undefined;
    result.push(segment);
  }
  return `/${result.join('/')}`;
}

function normalizeSegment(raw: string): string | undefined {
  const text = decodeSegment(raw);
  if (text === undefined || hidesTraversal(text)) return undefined;
  return encodeSegment(text);
}

/** Paths with more layers of encoding are refused; each layer costs a pass over the text. */
const MOST_LAYERS = 3;

/** However it is encoded: `%2e%2e`, `..%2f`, `%252e%252e%255c`. @param text decoded once. */
function hidesTraversal(text: string): boolean {
  let current = text;
  for (let layers = 1; layers <= MOST_LAYERS; layers++) {
    if (CONTROL.test(current) || current.split(/[/\\]/).some((part) => part === '.' || part === '..'))
      return true;
    const next = decodeSegment(current);
    if (next === undefined || next === current) return false;
    current = next;
  }
  return true;
}

/** @returns the decoded text of one path segment, or undefined when its encoding is malformed. */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Encodes the text of one path segment, leaving what RFC 3986 §3.3 allows in one; undefined for lone surrogates. */
export function encodeSegment(text: string): string | undefined {
  try {
    const encoded = encodeURIComponent(text);
    if (encoded === text) return text;
    return encoded.replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
  } catch {
    return undefined;
  }
}

/**
 * The form that paths are *compared* in: normalised, and lower-cased after decoding.
 * @returns undefined where {@link normalizePath} refuses.
 */
export function foldPath(pathname: string): string | undefined {
  if (FOLDED.test(pathname)) return pathname;
  const path = normalizePath(pathname);
  return path === undefined || /^[a-z\d/._~-]*$/.test(path) ? path : lowerPath(path);
}

/** Lower-cases the text of a path, not its percent-encoding. @param path normalised */
export function lowerPath(path: string): string {
  const fold = (segment: string): string =>
    encodeSegment(decodeURIComponent(segment).toLowerCase()) ?? segment;
  return path.split('/').map(fold).join('/');
}

/** @returns the segments of a path or pattern that are not empty; of the root, none. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/**
 * Applies the site's slash rule, keeping query and hash. The root keeps its slash; files are left alone.
 * @param url path, with or without query and hash.
 */
export function withTrailingSlash(url: string, trailingSlash: boolean): string {
  const { path, search, hash } = splitUrl(url);
  const bare = stripTrailingSlash(path);
  const slash = trailingSlash && bare !== '/' && !isFilePath(bare);
  return `${bare}${slash ? '/' : ''}${search}${hash}`;
}

/** @returns whether the last segment of a path names a file. */
export function isFilePath(path: string): boolean {
  return FILE.test(path);
}

/** @returns the path without slashes at its end; the root is `/`. */
function stripTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end) || '/';
}

/** Splits a URL reference at its first `#` and the first `?` before that; a lone `?` or `#` is dropped. */
export function splitUrl(url: string): UrlParts {
  const hashAt = url.indexOf('#');
  const beforeHash = hashAt < 0 ? url : url.slice(0, hashAt);
  const searchAt = beforeHash.indexOf('?');
  const part = (text: string): string => (text.length > 1 ? text : '');
  return {
    path: searchAt < 0 ? beforeHash : beforeHash.slice(0, searchAt),
    search: searchAt < 0 ? '' : part(beforeHash.slice(searchAt)),
    hash: hashAt < 0 ? '' : part(url.slice(hashAt)),
  };
}
