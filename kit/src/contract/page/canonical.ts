import type { SiteConfig } from './site-config.ts';
import { lowerPath, normalizePath, splitUrl, withTrailingSlash } from '../routing/url-path.ts';

/** Query parameters that name another page rather than another view of the same (docs/behaviour.md 2.4). */
export const CANONICAL_QUERY = ['category', 'filter', 'page', 'q', 'search', 'sort', 'tag'] as const;

type CanonicalSite = Pick<SiteConfig, 'url' | 'trailingSlash' | 'canonicalLowercase'>;

/**
 * The one address of a page (docs/behaviour.md 2.3): site URL, path (lower-cased if configured, with the site's slash
 * rule) and the whitelisted query parameters, sorted by name.
 * @param search query with or without its `?`.
 */
export function canonicalUrl(path: string, search: string, site: CanonicalSite): string {
  const normal = normalizePath(path) ?? '/';
  const cased = site.canonicalLowercase ? lowerPath(normal) : normal;
  return `${site.url}${withTrailingSlash(cased, site.trailingSlash)}${canonicalSearch(search)}`;
}

/** @returns the whitelisted part of a query, sorted by name: `?page=2`, or `''`. */
export function canonicalSearch(search: string): string {
  const listed = new URLSearchParams();
  const given = new URLSearchParams(search);
  for (const name of CANONICAL_QUERY) {
    for (const value of given.getAll(name)) if (value !== '') listed.append(name, value);
  }
  const query = String(listed);
  return query === '' ? '' : `?${query}`;
}

/** @returns the absolute URL of a path of the site (query and hash kept); an absolute http(s) URL stays as it is. */
export function absoluteUrl(path: string, site: Pick<SiteConfig, 'url'>): string {
  if (/^https?:\/\//i.test(path)) return path;
  const parts = splitUrl(path);
  const trailing = parts.path.length > 1 && parts.path.endsWith('/') ? '/' : '';
  const normal = normalizePath(parts.path) ?? '/';
  return `${site.url}${normal}${normal === '/' ? '' : trailing}${parts.search}${parts.hash}`;
}
