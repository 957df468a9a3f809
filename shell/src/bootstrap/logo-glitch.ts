/** Length of the logo's glitch (docs/behaviour.md 3.5). */
const LOGO_GLITCH_MS = 200;

/** Hovering the logo makes it glitch for 200 ms (docs/behaviour.md 3.5). */
export function glitchLogo(
  document: Document,
  setTimeout: (callback: () => void, ms: number) => unknown,
): void {
  document.addEventListener('pointerover', ({ target, relatedTarget }) => {
    const logo = target instanceof Element ? target.closest('[data-logo]') : null;
    if (!logo || (relatedTarget instanceof Node && logo.contains(relatedTarget))) return;
    if (logo.classList.contains('glitch')) return;
    logo.classList.add('glitch');
    setTimeout(() => logo.classList.remove('glitch'), LOGO_GLITCH_MS);
  });
}
