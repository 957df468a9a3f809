/**
 * The one place for what a browser may refuse (storage, in a window that blocks cookies), keep for secure origins
 * (`crypto.randomUUID`, the clipboard) or lack (observers, beacons, idle callbacks, view transitions). Nothing here
 * throws: each function documents its fallback. tests/architecture checks all client code for it.
 */

/** The stored values of this tab. */
export interface TabStorage {
  /** @returns null also where reading is refused */
  getItem(key: string): string | null;
  /** @returns whether it is kept: not where storage is refused or full */
  setItem(key: string, value: string): boolean;
  removeItem(key: string): void;
}

/** `sessionStorage`: merely reading that property throws where it is refused, and writing where it is full. */
export const tabStorage: TabStorage = {
  getItem: (key) => attempt(() => sessionStorage.getItem(key)) ?? null,
  setItem: (key, value) =>
    attempt(() => {
      sessionStorage.setItem(key, value);
      return true;
    }) ?? false,
  removeItem: (key) => attempt(() => sessionStorage.removeItem(key)),
};

/** `crypto.randomUUID` is there on secure origins only; a site on a plain local address must work as well. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** @returns null where the origin is not secure */
export function clipboard(): Pick<Clipboard, 'writeText'> | null {
  return navigator.clipboard ?? null;
}

/** Sends a request that outlives the document and whose delivery is not confirmed. */
export function sendBeacon(url: string, body: string): void {
  attempt(() => navigator.sendBeacon(url, body));
}

/** Watches elements; nothing more is heard of one that is no longer observed. */
export type VisibilityObserver = Pick<IntersectionObserver, 'observe' | 'unobserve'>;

/**
 * @param rootMargin how far outside of the window counts as in view: `200px`
 * @returns tells of elements that come into view; null where the browser cannot observe
 */
export function observeVisibility(
  onVisible: (element: Element) => void,
  rootMargin = '0px',
): VisibilityObserver | null {
  const tell = (entries: IntersectionObserverEntry[]): void => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) onVisible(target);
  };
  return attempt(() => new IntersectionObserver(tell, { rootMargin })) ?? null;
}

/** Observes whether something has changed below a node. */
export interface ChangeWatch {
  /** Whether it has by the end of the last task: changes of the task that asks do not count yet. */
  changed(): boolean;
  end(): void;
}

/** Watches text and elements, not attributes. Where the browser cannot observe, nothing has changed. */
export function watchChanges(root: Node): ChangeWatch {
  let changed = false;
  const observer = attempt(() => new MutationObserver(() => (changed = true)));
  observer?.observe(root, { subtree: true, childList: true, characterData: true });
  return { changed: () => changed, end: () => observer?.disconnect() };
}

/** @returns whether `callback` is called once the browser has painted; not where it does not tell */
export function oncePainted(callback: () => void): boolean {
  const observe = (): boolean => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return false;
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      callback();
    }).observe({ type: 'paint', buffered: true });
    return true;
  };
  return attempt(observe) ?? false;
}

/** Longest wait for an idle moment (ms): on a busy machine Chromium may never find one. */
const IDLE_MS = 2000;

/** Runs `task` when the browser has nothing better to do, or after `limit` (ms). */
export function whenIdle(task: () => void, limit = IDLE_MS): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: limit });
  else setTimeout(task, 1);
}

/** The part of a `ViewTransition` that is used. */
export interface Transition {
  ready: Promise<unknown>;
  finished: Promise<unknown>;
  updateCallbackDone: Promise<unknown>;
  skipTransition(): void;
}

/** @returns null where the browser has no view transitions, or starts none now: then `update` is not called */
export function startTransition(
  document: { startViewTransition?: (update: () => void) => Transition },
  update: () => void,
): Transition | null {
  return attempt(() => document.startViewTransition?.(update)) ?? null;
}

function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
