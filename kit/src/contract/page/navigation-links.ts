import { foldPath } from '../routing/url-path.ts';

/** The seven main navigation links, in order (docs/behaviour.md 3.2). */
export const NAVIGATION_LINKS = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About' },
  { href: '/services', label: 'Services' },
  { href: '/portfolio', label: 'Portfolio' },
  { href: '/blog', label: 'Blog' },
  { href: '/careers', label: 'Careers' },
  { href: '/contact', label: 'Contact' },
] as const;

/**
 * Which header link a page belongs to; the layout around a page depends on nothing else.
 * @param path path of the page.
 * @returns `/blog#page` on the link's own page, `/blog#section` below it, '' elsewhere. Case-insensitive.
 */
export function activeNavigation(path: string): string {
  const folded = foldPath(path);
  if (folded === undefined) return '';
  for (const { href } of NAVIGATION_LINKS) {
    if (folded === href) return `${href}#page`;
    if (href !== '/' && folded.startsWith(`${href}/`)) return `${href}#section`;
  }
  return '';
}

/** Reads a key of {@link activeNavigation}; null for '' and for whatever is no such key. */
export function parseNavigationKey(key: string): { href: string; exact: boolean } | null {
  const [href = '', kind] = key.split('#');
  const known = NAVIGATION_LINKS.some((link) => link.href === href);
  if (!known || (kind !== 'page' && kind !== 'section')) return null;
  return { href, exact: kind === 'page' };
}
