/** Starts the prefetch of a link when it becomes visible, or when it is pointed at or focused (semantics §7). */
export interface LinkWatcher {
  /** @returns ends the watch. */
  watch(link: HTMLAnchorElement): () => void;
  /** The page has hydrated and is idle: from now on links are looked at. */
  open(): void;
}

/**
 * @param prefetch takes the path a link leads to
 * @param makeObserver null where the browser cannot observe: then only interaction counts
 */
export function createLinkWatcher(
  prefetch: (path: string) => void,
  makeObserver:
    | ((onVisible: (link: Element) => void) => Pick<IntersectionObserver, 'observe' | 'unobserve'>)
    | null,
): LinkWatcher {
  const waiting = new Set<HTMLAnchorElement>();
  let opened = false;
  const observer = makeObserver?.((link) => {
    observer?.unobserve(link);
    prefetch((link as HTMLAnchorElement).pathname);
  });
  const onInteraction = (event: Event): void => prefetch((event.currentTarget as HTMLAnchorElement).pathname);

  function watch(link: HTMLAnchorElement): () => void {
    const visible = link.getAttribute('data-prefetch') === 'visible' && observer;
    if (visible && opened) observer.observe(link);
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
    open() {
      opened = true;
      for (const link of waiting) observer?.observe(link);
      waiting.clear();
    },
  };
}
