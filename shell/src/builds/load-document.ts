/** The part of `location` that loading a document needs. */
export interface DocumentLocation {
  readonly href: string;
  assign(url: string): void;
  replace(url: string): void;
  reload(): void;
}

/**
 * Loads a page as a document.
 * @param url the target; when it is the address shown (the visitor moved in the history), the page is reloaded
 */
export function loadDocument(location: DocumentLocation, url: string, replace: boolean): void {
  const target = new URL(url, location.href).href;
  if (target === location.href) location.reload();
  else if (replace) location.replace(target);
  else location.assign(target);
}
