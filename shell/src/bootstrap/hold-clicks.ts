import { type HydratingState, type LinksState, NAVIGABLE_EVENT, OFF_EVENT } from '../boot-state.ts';
import { followedLink } from '../navigation/link-click.ts';

/** How long a click waits for the page before the browser follows the link (ms). */
const HOLD_MS = 1000;

/**
 * A click on a page link before navigation is ready would abort the loading of the scripts. The click waits until the
 * page can follow it, for a second at most; then the browser follows it.
 */
export function holdClicks(window: Window, links: () => LinksState, hydrating: () => HydratingState): void {
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
    const link = links() === 'held' ? followedLink(event, location.origin) : null;
    if (!link || isSamePage(link.anchor, location)) return;
    event.preventDefault();
    release();
    // On a hydrated page React has already handled this click. The repeated click is on a copy outside React's tree.
    const anchor = hydrating() === 'true' ? link.anchor : (link.anchor.cloneNode() as HTMLAnchorElement);
    held = { anchor, timer: window.setTimeout(follow, HOLD_MS) };
  });
  window.addEventListener(NAVIGABLE_EVENT, () => {
    const anchor = release();
    if (anchor?.isConnected === false) {
      document.body.append(anchor);
      anchor.click();
      anchor.remove();
    } else anchor?.click();
  });
  window.addEventListener(OFF_EVENT, follow);
}

function isSamePage(anchor: HTMLAnchorElement, location: Location): boolean {
  return anchor.hash !== '' && anchor.pathname === location.pathname && anchor.search === location.search;
}
