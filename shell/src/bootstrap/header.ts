/** The header is opaque when scrolled *more* than this, in CSS pixels (docs/behaviour.md 3.3). */
const HEADER_SCROLL_THRESHOLD_PX = 50;
/** Length of the logo's glitch (docs/behaviour.md 3.5). */
const LOGO_GLITCH_MS = 200;

/** Runs the header without React. */
export function runHeader(window: Window): void {
  markScrolled(window);
  closeMenu(window.document);
  glitchLogo(window);
}

/** Marks `<html data-scrolled>` past 50 px: the header is opaque there (docs/behaviour.md 3.3). */
function markScrolled(window: Window): void {
  const update = (): void => {
    const scrolled = window.scrollY > HEADER_SCROLL_THRESHOLD_PX;
    window.document.documentElement.toggleAttribute('data-scrolled', scrolled);
  };
  window.addEventListener('scroll', update, { passive: true });
  // Reading the position now would force a layout of the page.
  window.requestAnimationFrame(update);
}

/** Hovering the logo makes it glitch for 200 ms (docs/behaviour.md 3.5). */
function glitchLogo(window: Window): void {
  window.document.addEventListener('pointerover', ({ target, relatedTarget }) => {
    const logo = target instanceof Element ? target.closest('[data-logo]') : null;
    if (!logo || (relatedTarget instanceof Node && logo.contains(relatedTarget))) return;
    if (logo.classList.contains('glitch')) return;
    logo.classList.add('glitch');
    window.setTimeout(() => logo.classList.remove('glitch'), LOGO_GLITCH_MS);
  });
}

/**
 * Closes the small-screen menu (docs/behaviour.md 3.7): on a chosen link, on a click outside the header, on Escape, and
 * when the focus leaves the menu: the focused element would be behind it.
 */
function closeMenu(document: Document): void {
  const menu = (): HTMLDetailsElement | null =>
    document.querySelector<HTMLDetailsElement>('#site-menu[open]');

  document.addEventListener('click', ({ target }) => {
    const open = menu();
    if (!open || !(target instanceof Element)) return;
    // The empty part of the menu counts as outside the header.
    const outside = !target.closest('[data-header]') || target.matches('[data-menu-page]');
    const link = target.closest('a');
    if (outside || (link && open.contains(link))) open.open = false;
  });

  document.addEventListener('focusin', ({ target }) => {
    const open = menu();
    if (open && !open.contains(target as Node)) open.open = false;
  });

  document.addEventListener('keydown', ({ key }) => {
    const open = menu();
    if (key !== 'Escape' || !open) return;
    const focused = open.contains(document.activeElement);
    open.open = false;
    if (focused) open.querySelector('summary')?.focus();
  });
}
