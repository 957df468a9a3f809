const MAX_PATH = 2_000;
const MAX_QUERY = 4_000;
/** What encodes its encoding once more is decoded by some server on the way. */
const MAX_DECODINGS = 4;
/** `..;x`: some servers cut the parameter off, and go up then. */
const DOTS = /^\.{1,2}(;|$)/;

/**
 * Where a call goes.
 * @param base of the upstream; its path ends with `/`.
 * @param path below it, beginning with `/`.
 * @returns the address, or why the path is none below the base.
 */
export function callAddress(
  base: URL,
  path: string,
  query: readonly [string, string][],
): { ok: true; address: URL } | { ok: false; reason: string } {
  const reason = pathDefect(path);
  if (reason !== undefined) return { ok: false, reason };
  const address = new URL(`${base.origin}${base.pathname.slice(0, -1)}${path}`);
  address.search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  if (address.search.length > MAX_QUERY) return { ok: false, reason: 'its query is too long' };
  return isBelow(base, address) ? { ok: true, address } : { ok: false, reason: LEAVES };
}

/** @returns whether an address is the base or below it. */
export function isBelow(base: URL, address: URL): boolean {
  return (
    address.origin === base.origin &&
    !address.username &&
    !address.password &&
    address.pathname.startsWith(base.pathname) &&
    pathDefect(address.pathname) === undefined
  );
}

const LEAVES = 'its path leaves the address of the upstream';

function pathDefect(path: string): string | undefined {
  if (!path.startsWith('/')) return 'its path does not begin with /';
  if (path.length > MAX_PATH) return 'its path is too long';
  if (/[?#]/.test(path)) return 'its path has a ? or # in it, which the query is for';
  let decoded = path;
  for (let times = 0; times < MAX_DECODINGS; times++) {
    // eslint-disable-next-line no-control-regex -- what splits requests and names
    if (/[\\\x00-\x1f\x7f]/.test(decoded)) return 'its path has a character that no path may have';
    const segments = decoded.slice(1).split('/');
    if (segments.some((segment) => DOTS.test(segment))) return LEAVES;
    if (segments.slice(0, -1).includes('')) return 'its path has // in it';
    let next: string;
    try {
      next = decodeURIComponent(decoded);
    } catch {
      // What was decoded once may hold a plain %.
      return times === 0 ? 'its path is not well encoded' : undefined;
    }
    if (next === decoded) return undefined;
    if (next.split('/').length !== segments.length + 1) return 'its path has an encoded / in it';
    decoded = next;
  }
  return 'its path is encoded many times over';
}
