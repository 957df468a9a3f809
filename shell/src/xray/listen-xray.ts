import type { Xray } from './xray.ts';

/**
 * Starts the X-ray of the page (docs/behaviour.md 8.11) when a visitor uses a button `data-xray`, or hovers or
 * focuses a row `data-release`.
 * @param load loads its script at the first use.
 */
export function listenXray(document: Document, load: () => Promise<Xray>): void {
  let loading: Promise<Xray> | undefined;
  let row: Element | null = null;
  const act = (action: (xray: Xray) => void): void => {
    loading ??= load();
    loading.then(action, () => (loading = undefined));
  };
  const look = ({ target }: Event): void => {
    const found = target instanceof Element ? target.closest<HTMLElement>('[data-release]') : null;
    if (found === row) return;
    row = found;
    if (found || loading) act((xray) => row === found && xray.point(found));
  };
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-xray]') : null;
    if (button) act((xray) => xray.toggle(button));
  });
  document.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && look(event));
  document.addEventListener('focusin', look);
}
