import type { Xray } from './xray.ts';

/**
 * Starts the X-ray of the page (docs/behaviour.md 8.11) when a visitor uses a button `data-xray`.
 * @param load loads its script at the first use.
 */
export function listenXray(document: Document, load: () => Promise<Xray>): void {
  let loading: Promise<Xray> | undefined;
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-xray]') : null;
    if (!button) return;
    loading ??= load();
    loading.then(
      (xray) => xray.toggle(button),
      () => (loading = undefined),
    );
  });
}
