/** The link of a click, as an address of the site. */
export interface FollowedLink {
  anchor: HTMLAnchorElement;
  /** Path, query and hash. */
  url: string;
}

/**
 * Reads a click as the browser would (docs/behaviour.md 5.10): the shell follows only a plain left click on a link to
 * a page of this site without `target` or `download`.
 * @param origin origin of the site
 */
export function followedLink(event: MouseEvent, origin: string): FollowedLink | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const anchor = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]');
  if (!anchor || anchor.hasAttribute('download') || anchor.hasAttribute('data-external')) return null;
  if (anchor.target !== '' && anchor.target !== '_self') return null;
  if (anchor.origin !== origin || !/^https?:$/.test(anchor.protocol) || isFile(anchor.pathname)) return null;
  return { anchor, url: `${anchor.pathname}${anchor.search}${anchor.hash}` };
}

/** Addresses of the site that are not pages: feeds, files of releases, calls. */
function isFile(path: string): boolean {
  return /^\/(?:assets|api|builds|-|__nuxt_island)\/|\.(?:xml|txt|json|pdf|zip|png|jpe?g|svg|webp|avif)$/i.test(
    path,
  );
}
