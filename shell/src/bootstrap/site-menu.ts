/**
 * Closes the small-screen menu (docs/behaviour.md 3.7): on a chosen link, on a click outside the header, on Escape, and
 * when the focus leaves the menu: the focused element would be behind it.
 */
export function closeMenu(document: Document): void {
  const menu = (): HTMLDetailsElement | null =>
    document.querySelector<HTMLDetailsElement>('#site-menu[open]');

  document.addEventListener('click', ({ target }) => {
    const open = menu();
    if (!open || !(target instanceof Element)) return;
    const outside = !target.closest('[data-header]');
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
