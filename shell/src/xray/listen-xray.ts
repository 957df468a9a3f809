import type { Xray } from './xray.ts';

/**
 * Starts the X-ray of the page (docs/behaviour.md 8.11) when a visitor uses a button `data-xray`.
 * @param load loads its script at the first use.
 */
export function listenXray(document: Document, load: () => Promise<Xray>): void {
  let loading: Promise<Xray> | undefined;
  const buttonOf = ({ target }: Event): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>('[data-xray]') : null;
  const loaded = (): Promise<Xray> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined; // the next call tries again
      throw error;
    });
    return loading;
  };
  // A finger stays down for about a tenth of a second before the click: the script loads in this time.
  document.addEventListener('pointerdown', (event) => {
    if (buttonOf(event)) loaded().catch(() => {});
  });
  document.addEventListener('click', (event) => {
    const button = buttonOf(event);
    if (!button) return;
    loaded().then(
      (xray) => xray.toggle(button),
      () => {},
    );
  });
}
