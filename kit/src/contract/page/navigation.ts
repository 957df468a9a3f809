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

/** Where no shell says which links there are. */
export const NO_NAVIGATION: Navigation = { header: [], footer: [] };

/**
 * Which header link a page belongs to; beside the links themselves the layout around a page depends on nothing else.
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

/** Reads a key of {@link activeNavigation}; null for '' and for whatever is no such key. */
export function parseNavigationKey(key: string): { href: string; exact: boolean } | null {
  const [href = '', kind] = key.split('#');
  if (href === '' || (kind !== 'page' && kind !== 'section')) return null;
  return { href, exact: kind === 'page' };
}

/**
 * Header and footer, divided between their owners (docs/behaviour.md 3.11): the shell names the places and who fills each, the app that fills
 * a place says which of its pages the link leads to and what it is called.
 */
export interface Places {
  header: Place[];
  footer: Place[];
}

/** A place for one link. */
export interface Place {
  /** `^[a-z][a-z0-9-]{0,30}$`, unique in the site. */
  place: string;
  /** The app that fills it. While that app is not there, or leaves it empty, the link is left out. */
  app: string;
}

/** What an app fills a place with. */
export interface PlaceLink {
  /** Id of a route of the app, one without parameters: the link moves with it. */
  route: string;
  label: string;
}

/** Seven links in the header, two in the footer (docs/behaviour.md 3.2, 3.8). */
export const MAX_PLACES = { header: 7, footer: 2 } as const;
/** Ours: longest label, in characters: seven links stand in one line from 1024 px on, where 66 characters fit. */
export const MAX_LABEL_LENGTH = 12;

interface Linking {
  routes: readonly { id: string; path: string }[];
}

/** @returns path of the page that a link of `app` leads to; undefined when there is none, or one for each parameter. */
export function linkedPath({ routes }: Linking, { route }: PlaceLink): string | undefined {
  const path = routes.find(({ id }) => id === route)?.path;
  return path?.includes('/:') ? undefined : path;
}
