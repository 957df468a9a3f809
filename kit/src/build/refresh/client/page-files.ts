import type { Files } from '../refresh-event.ts';

/** `/-/refresh/blog/page.0123456789.css` → `/assets/blog/page.css`. */
export function unhashed(address: string): string {
  return address.replace('/-/refresh/', '/assets/').replace(/\.[0-9a-f]{10}(\.\w+)$/, '$1');
}

const nameOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

export type PageFiles = ReturnType<typeof createPageFiles>;

/**
 * Which files the page runs on: those of its document, and newer ones.
 * @param first of the document: its import map, and its stylesheets
 */
export function createPageFiles(first: Files) {
  const current = new Map(Object.entries(first));
  const passed = new Set(Object.values(first).map(nameOf));
  const newer = new Map<string, string>();

  /** Takes a build's files. @returns unhashed URLs of those that are newer */
  const take = (files: Files): string[] => {
    const changed = Object.entries(files).filter(
      ([url, address]) => nameOf(current.get(url) ?? '') !== nameOf(address),
    );
    for (const [url, address] of changed) {
      current.set(url, address);
      newer.set(url, address);
    }
    return changed.map(([url]) => url);
  };
  /** Remembers the files of an update, also where another update overtakes it. */
  const note = (files: Files): void => {
    for (const address of Object.values(files)) passed.add(nameOf(address));
  };
  return {
    note,
    take,
    /** Takes what is live, but for what this page has passed already. @returns as `take` */
    takeLive(files: Files): string[] {
      const unknown = Object.entries(files).filter(([, address]) => !passed.has(nameOf(address)));
      const changed = take(Object.fromEntries(unknown));
      note(files);
      return changed;
    },
    /** @returns unhashed URL and address of what is newer than the document, of an app or all. */
    newer: (app?: string) =>
      [...newer].filter(([url]) => app === undefined || url.startsWith(`/assets/${app}/`)),
  };
}

/** Marks a sheet that a newer one stands in for. */
const REPLACED = 'data-replaced';

/**
 * Puts newer stylesheets beside the older ones. The first of each stays, without effect: whoever looks whether the page
 * has it finds it.
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
    // One that does not load stays for the next to stand in for, and the older one with it.
    next.addEventListener('load', () => retire(document, unhashed(href)));
    link.after(next);
  }
}

function retire(document: Document, url: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[${REPLACED}]`)) {
    const href = link.getAttribute('href') ?? '';
    if (unhashed(href) !== url) continue;
    if (href.startsWith('/-/refresh/')) link.remove();
    else link.disabled = true;
  }
}
