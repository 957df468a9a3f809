import type { Files } from '../refresh-event.ts';

/** `/assets/blog/page.0123456789.css` → `/assets/blog/page.css`. */
export function unhashed(address: string): string {
  return address.replace(/\.[0-9a-f]{10}(\.\w+)$/, '$1');
}

const nameOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

export type PageFiles = ReturnType<typeof createPageFiles>;

/**
 * The files of the page: those of its document, and newer ones.
 * @param first the import map and the stylesheets of the document
 */
export function createPageFiles(first: Files) {
  const current = new Map(Object.entries(first));
  const newer = new Map<string, string>();
  return {
    /** Registers the live files. @returns unhashed URLs of those that differ */
    take(files: Files): string[] {
      const changed = Object.entries(files).filter(
        ([url, address]) => nameOf(current.get(url) ?? '') !== nameOf(address),
      );
      for (const [url, address] of changed) {
        current.set(url, address);
        newer.set(url, address);
      }
      return changed.map(([url]) => url);
    },
    /** @returns unhashed URL and address of files that are newer than the document, of one app or of all. */
    newer: (app?: string) =>
      [...newer].filter(([url]) => app === undefined || url.startsWith(`/assets/${app}/`)),
  };
}

/** Marks a stylesheet that replaces another one. */
const ADDED = 'data-added';
/** Marks a stylesheet that a newer one replaces. */
const REPLACED = 'data-replaced';

/**
 * Adds newer stylesheets after the older ones. The first of each stays without effect, so that code that checks for
 * the stylesheet finds it.
 * @param newer unhashed URL and address
 */
export function replaceStylesheets(document: Document, newer: [url: string, address: string][]): void {
  const addresses = new Map(newer);
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet]:not([${REPLACED}])`)) {
    const href = link.getAttribute('href') ?? '';
    const address = addresses.get(unhashed(href));
    if (address === undefined || address === href) continue;
    link.setAttribute(REPLACED, '');
    const next = document.createElement('link');
    next.rel = 'stylesheet';
    next.href = address;
    next.setAttribute(ADDED, '');
    // A stylesheet that fails to load stays until the next one replaces it, and so does the older one.
    next.addEventListener('load', () => retire(document, unhashed(href)));
    link.after(next);
  }
}

function retire(document: Document, url: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[${REPLACED}]`)) {
    const href = link.getAttribute('href') ?? '';
    if (unhashed(href) !== url) continue;
    if (link.hasAttribute(ADDED)) link.remove();
    else link.disabled = true;
  }
}
