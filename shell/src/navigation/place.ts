import { splitUrl } from '@voltframe/kit/contract/routing/url-path';

/** An address of the site: path, `?query`, `#hash`. */
export interface Place {
  path: string;
  search: string;
  hash: string;
  /** The `state` of the navigation that led to it. */
  state?: unknown;
}

export function placeUrl({ path, search, hash }: Place): string {
  return `${path}${search}${hash}`;
}

/** Reads a URL reference, or a `Location`. */
export function toPlace(url: string | { pathname: string; search: string; hash: string }): Place {
  if (typeof url === 'string') return splitUrl(url);
  return { path: url.pathname, search: url.search, hash: url.hash };
}

/** An entry of the history, as `history.state` holds it: null, or what a script has written. */
export type HistoryEntry = { state?: unknown; platform?: { key?: string } } | null;

/**
 * Loads a page as a document.
 * @param url the target; when it is the address shown (the visitor moved in the history), the page is reloaded
 */
export function loadDocument(
  location: Pick<Location, 'href' | 'assign' | 'replace' | 'reload'>,
  url: string,
  replace: boolean,
): void {
  const target = new URL(url, location.href).href;
  if (target === location.href) location.reload();
  else if (replace) location.replace(target);
  else location.assign(target);
}
