/**
 * Keeps `<html data-status>` true, which the status note of the footer shows: `offline` while the browser is, else
 * `newer` once another build than that of the page is live, else absent.
 * @returns tells that a newer build is live.
 */
export function keepSiteStatus(window: Window): () => void {
  const { dataset } = window.document.documentElement;
  let newer = false;
  const update = (): void => {
    const status = window.navigator.onLine ? newer && 'newer' : 'offline';
    if (status) dataset['status'] = status;
    else delete dataset['status'];
  };
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  if (!window.navigator.onLine) update();
  return () => {
    newer = true;
    update();
  };
}
