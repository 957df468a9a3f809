import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { isCrossSite, type PostOrigin } from './cross-site.ts';

/** The header that carries the token of the events' stream. */
export const TOKEN_HEADER = 'x-development-token';

/**
 * Whether a post comes from a page of this gateway, opened by whoever develops: it starts programs and writes to the
 * terminal. Another site's page is told by its headers; one that has its own name lead to this machine, by the name; and
 * neither can read the token, which only the events' stream has.
 * @param siteUrl the address that visitors see
 */
export function isOwnPage(
  headers: PostOrigin & Record<string, string | string[] | undefined>,
  siteUrl: string,
  token: string,
): boolean {
  return (
    !isCrossSite(headers, siteUrl) &&
    isOwnHost(headers.host, siteUrl) &&
    isSame(String(headers[TOKEN_HEADER] ?? ''), token)
  );
}

/** An address is nobody's name. */
function isOwnHost(host: string | undefined, siteUrl: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isLocal || isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || hostname === new URL(siteUrl).hostname;
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
