const ANNOUNCER_ID = 'announcer';

/** Puts the focus where the new page begins: the hash's element, its heading, or the main area. */
export function focusPage(document: Document, hashTarget: Element | null): void {
  const main = document.getElementById('main');
  const element = hashTarget ?? main?.querySelector('h1') ?? main;
  if (element instanceof HTMLElement) focusElement(element);
}

/** Focuses an element that need not take the focus by itself, without moving the page. */
export function focusElement(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.ownerDocument.activeElement === element) return;
  element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

/** Tells screen readers the title of the new page, by a live region outside the app's root. */
export function announce(document: Document, text: string): void {
  const region = document.getElementById(ANNOUNCER_ID) ?? document.body.appendChild(makeRegion(document));
  region.textContent = text;
}

function makeRegion(document: Document): HTMLElement {
  const region = document.createElement('div');
  region.id = ANNOUNCER_ID;
  region.className = 'visually-hidden';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  return region;
}
