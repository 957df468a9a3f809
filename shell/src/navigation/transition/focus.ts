const ANNOUNCER_ID = 'announcer';

/** Moves the focus to the start of the new page: the hash's element, its heading, or the main area. */
export function focusPage(document: Document, hashTarget: Element | null): void {
  const main = document.getElementById('main');
  const element = hashTarget ?? main?.querySelector('h1') ?? main;
  if (element instanceof HTMLElement) focusElement(element);
}

/** Focuses an element, also one that is not focusable by default, without scrolling. */
export function focusElement(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.ownerDocument.activeElement === element) return;
  element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

/** Announces the title of the new page to screen readers, in a live region outside the app's root. */
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
