import Negotiator from 'negotiator';

/** A client file whose next version has the same name: `pages.blog.post.0f794448ea.js`. */
const VERSIONED = /^([\w.-]+)\.[0-9a-f]{10}\.(js|css)$/;
/** A byte sequence of a structured field (RFC 9651 §3.3.5): the sha-256 of what the browser has. */
const AVAILABLE = /^:([A-Za-z0-9+/]{43}=):$/;

/** @returns what all versions of a script or a stylesheet have in common: `pages.blog.post.js`; undefined for any other file. */
export function nameOfVersions(file: string): string | undefined {
  const [, name, type] = VERSIONED.exec(file) ?? [];
  return name === undefined ? undefined : `${name}.${type}`;
}

/**
 * `Use-As-Dictionary` (RFC 9842 §2.1): the browser may keep this file to receive the next versions of it as differences.
 * @returns the header's value; undefined for a file that has no next version.
 */
export function dictionaryHeader(app: string, file: string): string | undefined {
  const [, name, type] = VERSIONED.exec(file) ?? [];
  return name === undefined ? undefined : `match="/assets/${app}/${name}.*.${type}"`;
}

/**
 * @param headers of a request, by lower-case name.
 * @returns sha-256 (lower-case hex) of the file that the browser has and takes a difference from (RFC 9842 §2.2).
 */
export function availableDictionary(headers: {
  'available-dictionary'?: string | string[] | undefined;
  'accept-encoding'?: string | undefined;
}): string | undefined {
  const { 'available-dictionary': available, 'accept-encoding': accepted } = headers;
  if (typeof available !== 'string') return undefined;
  const [, digest] = AVAILABLE.exec(available.trim()) ?? [];
  if (digest === undefined || !acceptsDifferences(accepted)) return undefined;
  return Buffer.from(digest, 'base64').toString('hex');
}

function acceptsDifferences(accepted = ''): boolean {
  return new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['dcb']).length > 0;
}
