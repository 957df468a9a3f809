/** The headers in which a browser names the origin of a post. */
export interface PostOrigin {
  'sec-fetch-site'?: string | string[] | undefined;
  origin?: string | undefined;
  host?: string | undefined;
}

/**
 * Whether a post was sent by a page of another site. Pages cannot change these headers (Fetch, "Sec-Fetch-Site" and
 * "Origin"). Clients without them are no browsers, and have no session of a visitor.
 * @param siteUrl the address that visitors see; behind a proxy, `Host` may be another.
 */
export function isCrossSite(headers: PostOrigin, siteUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (headers.origin === undefined) return false;
  if (!URL.canParse(headers.origin)) return true; // `null`: a sandboxed frame, a local file
  const origin = new URL(headers.origin);
  return origin.origin !== new URL(siteUrl).origin && origin.host !== headers.host;
}

/**
 * Whether the headers of a browser prove that a page of this site sent a request. For actions with the session of a
 * visitor.
 * @param siteUrl as for {@link isCrossSite}.
 */
export function isSameOrigin(headers: PostOrigin, siteUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined ? site !== undefined : !isCrossSite({ origin, host }, siteUrl);
}
