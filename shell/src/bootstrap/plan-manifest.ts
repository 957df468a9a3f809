import { type Connection, mayFetchManifest } from '../remotes/prefetch-policy.ts';
import { type BootState, MANIFEST_EVENT, requestManifest } from '../boot-state.ts';

/** The manifest is fetched this long after load (docs/behaviour.md 8.3). */
const MANIFEST_DELAY_MS = 1000;

/**
 * Fetches the manifest 1 second after load, unless the connection is slow-2g (docs/behaviour.md 8.3). The entry reads
 * the response.
 */
export function planManifest(window: Window, boot: BootState): void {
  const { connection } = window.navigator as { connection?: Connection };
  if (!mayFetchManifest(connection)) return;
  const fetchIt = (): void => {
    boot.manifest ??= requestManifest(window.fetch.bind(window), boot.data.composition);
    // The entry reports a failure when it needs the manifest.
    boot.manifest.catch(() => {});
    window.dispatchEvent(new Event(MANIFEST_EVENT));
  };
  const plan = (): unknown => window.setTimeout(fetchIt, MANIFEST_DELAY_MS);
  if (window.document.readyState === 'complete') plan();
  else window.addEventListener('load', plan, { once: true });
}
