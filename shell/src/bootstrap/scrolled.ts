/** The header is opaque when scrolled *more* than this, in CSS pixels (docs/behaviour.md 3.3). */
const HEADER_SCROLL_THRESHOLD_PX = 50;

/** Marks `<html data-scrolled>` past 50 px: the header is opaque there (docs/behaviour.md 3.3). */
export function markScrolled(window: Window): void {
  const update = (): void => {
    const scrolled = window.scrollY > HEADER_SCROLL_THRESHOLD_PX;
    window.document.documentElement.toggleAttribute('data-scrolled', scrolled);
  };
  window.addEventListener('scroll', update, { passive: true });
  // Reading the position now would force a layout of the page.
  window.requestAnimationFrame(update);
}
