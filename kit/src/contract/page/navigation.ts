import { foldPath } from '../routing/url-path.ts';

/** A link of the header or the footer. */
export interface NavigationLink {
  /** Name of its place, as the shell's `mfe.config.ts` has it: `blog`. */
  place: string;
  path: string;
  label: string;
}

/** The links around every page, in the order in which they are shown. */
export interface Navigation {
  header: NavigationLink[];
  footer: NavigationLink[];
}

/** The links without a shell that declares places. */
export const NO_NAVIGATION: Navigation = { header: [], footer: [] };

/**
 * The header link that a page belongs to. Besides the links, the layout around a page depends on this value only.
 * @param path path of the page.
 * @param links of the header.
 * @returns `/blog#page` on the link's own page, `/blog#section` below it (of several the nearest), '' elsewhere.
 *   Case-insensitive.
 */
export function activeNavigation(path: string, links: readonly NavigationLink[]): string {
  const folded = foldPath(path);
  if (folded === undefined) return '';
  let section = '';
  for (const link of links) {
    const target = foldPath(link.path);
    if (folded === target) return `${link.path}#page`;
    const below = target !== '/' && folded.startsWith(`${target}/`);
    if (below && link.path.length > section.length) section = link.path;
  }
  return section && `${section}#section`;
}

/** Reads a key of {@link activeNavigation}; null for '' and for any other text. */
export function parseNavigationKey(key: string): { href: string; exact: boolean } | null {
  const [href = '', kind] = key.split('#');
  if (href === '' || (kind !== 'page' && kind !== 'section')) return null;
  return { href, exact: kind === 'page' };
}
