import { isExternalUrl } from './navigation-target.ts';
import { decodeSegment, normalizePath, splitUrl } from './url-path.ts';

/** In characters: the address of any page with its query. */
const LONGEST = 2_000;
/**
 * Backslashes, control characters, spaces and what URL parsers strip: no address of the site contains them unencoded.
 */
const ODD = /[\\\u0000-\u0020\u007F-\u00A0\u00AD\u200B-\u200F\u2028-\u202F\u2060-\u2064\uFEFF]/;

/**
 * Reads an address that a visitor, or a link from elsewhere, could choose, for a navigation.
 * @param given `/orders?page=2#last`, in any spelling
 * @returns the address when it is a path of this site; undefined for every other one: another site, a scheme, and what
 *   a server could read as one after decoding it.
 */
export function ownPath(given: string): string | undefined {
  if (given.length > LONGEST || !given.startsWith('/') || ODD.test(given) || isExternalUrl(given))
    return undefined;
  const { path, search, hash } = splitUrl(given);
  const normal = normalizePath(path);
  const decoded = normal && decodeSegment(normal);
  if (decoded === undefined || ODD.test(decoded) || isExternalUrl(decoded)) return undefined;
  return normal + search + hash;
}
