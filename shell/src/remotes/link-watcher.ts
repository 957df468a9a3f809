import type { VisibilityObserver } from '@voltframe/kit/react/refusable';
import { normalizePath } from '@voltframe/kit/contract/routing/url-path';

interface LinkWatcherPorts {
  prefetch(path: string): void;
  /** Path of the shown page: links to it wait until the visitor leaves the page. */
  shownPath(): string;
  /** @returns null where the browser cannot observe: then only interaction starts a prefetch */
  makeObserver(onVisible: (link: Element) => void): VisibilityObserver | null;
}

/** Starts the prefetch of a link when it becomes visible, hovered or focused (docs/behaviour.md 9.1). */
export function createLinkWatcher({ prefetch, shownPath, makeObserver }: LinkWatcherPorts) {
  const waiting = new Set<HTMLAnchorElement>();
  let looking = false;
  const observer = makeObserver((element) => {
    const link = element as HTMLAnchorElement;
    observer?.unobserve(link);
    if (!fetchAhead(link)) waiting.add(link);
  });
  const onInteraction = (event: Event): void => {
    fetchAhead(event.currentTarget as HTMLAnchorElement);
  };

  /** @returns false when its page is the shown page */
  function fetchAhead(link: HTMLAnchorElement): boolean {
    const path = normalizePath(link.pathname) ?? link.pathname;
    if (path === shownPath()) return false;
    prefetch(path);
    return true;
  }

  /** @returns ends the watch. */
  function watch(link: HTMLAnchorElement): () => void {
    const visible = link.getAttribute('data-prefetch') === 'visible' && observer;
    if (visible && looking) observer.observe(link);
    else if (visible) waiting.add(link);
    else for (const type of ['pointerenter', 'focus']) link.addEventListener(type, onInteraction);
    return () => {
      waiting.delete(link);
      observer?.unobserve(link);
      for (const type of ['pointerenter', 'focus']) link.removeEventListener(type, onInteraction);
    };
  }

  return {
    watch,
    /** The page has hydrated and is idle, or another page is shown: waiting links are watched from now on. */
    look(): void {
      looking = true;
      for (const link of waiting) observer?.observe(link);
      waiting.clear();
    },
  };
}
