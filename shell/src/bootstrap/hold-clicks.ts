import { HYDRATED_EVENT, type HydratingState, OFF_EVENT } from '../boot-state.ts';
import { followedLink } from '../navigation/link-click.ts';

/** How long a click waits for hydration before the browser follows the link (ms). */
const HOLD_MS = 1000;

/**
 * A click on a page link before hydration would throw away what is being loaded: it is held until the page can
 * navigate by itself, for a second at most; then the browser follows it.
 */
export function holdClicks(window: Window, hydrating: () => HydratingState): void {
  const { document, location } = window;
  let held: { anchor: HTMLAnchorElement; timer: number } | null = null;

  const release = (): HTMLAnchorElement | undefined => {
    const anchor = held?.anchor;
    window.clearTimeout(held?.timer);
    held = null;
    return anchor;
  };
  const follow = (): void => {
    const anchor = release();
    if (anchor) location.assign(anchor.href);
  };

  document.addEventListener('click', (event) => {
    const link = hydrating() === 'true' ? followedLink(event, location.origin) : null;
    if (!link || isSamePage(link.anchor, location)) return;
    event.preventDefault();
    release();
    held = { anchor: link.anchor, timer: window.setTimeout(follow, HOLD_MS) };
  });
  window.addEventListener(HYDRATED_EVENT, () => release()?.click());
  window.addEventListener(OFF_EVENT, follow);
}

function isSamePage(anchor: HTMLAnchorElement, location: Location): boolean {
  return anchor.hash !== '' && anchor.pathname === location.pathname && anchor.search === location.search;
}
