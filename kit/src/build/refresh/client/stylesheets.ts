import { unhashed } from './page-files.ts';

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
