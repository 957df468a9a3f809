/**
 * All uses of browser functions that may be blocked (storage, without cookies), limited to secure origins
 * (`crypto.randomUUID`, the clipboard) or missing (observers, beacons, idle callbacks, view transitions). No function
 * here throws; each one documents its fallback. tests/architecture checks that client code uses this file.
 */

/** `sessionStorage` of this tab. */
export interface TabStorage {
  /** @returns null also when storage is blocked */
  getItem(key: string): string | null;
  /** @returns false when storage is blocked or full */
  setItem(key: string, value: string): boolean;
  removeItem(key: string): void;
}

/** Reading the property `sessionStorage` throws when storage is blocked, and writing throws when it is full. */
export const tabStorage: TabStorage = {
  getItem: (key) => attempt(() => sessionStorage.getItem(key)) ?? null,
  setItem: (key, value) =>
    attempt(() => {
      sessionStorage.setItem(key, value);
      return true;
    }) ?? false,
  removeItem: (key) => attempt(() => sessionStorage.removeItem(key)),
};

/** Works on insecure origins, for example local addresses, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** @returns null on an insecure origin */
export function clipboard(): Pick<Clipboard, 'writeText'> | null {
  return navigator.clipboard ?? null;
}

/** Sends a request that outlives the document and whose delivery is not confirmed. */
export function sendBeacon(url: string, body: string): void {
  attempt(() => navigator.sendBeacon(url, body));
}

export type VisibilityObserver = Pick<IntersectionObserver, 'observe' | 'unobserve'>;

/**
 * @param onVisible called with each observed element that comes into view
 * @param rootMargin distance outside of the window that counts as in view: `200px`
 * @returns null if the browser has no IntersectionObserver
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

export interface ChangeWatch {
  /** Whether the node has changed before the current task: changes of the current task do not count yet. */
  changed(): boolean;
  end(): void;
}

/** @returns undefined if the browser has no MutationObserver */
export function observeNodes(onChange: MutationCallback): MutationObserver | undefined {
  return attempt(() => new MutationObserver(onChange));
}

/** Watches text and elements, not attributes. Without MutationObserver, `changed` is always false. */
export function watchChanges(root: Node): ChangeWatch {
  let changed = false;
  const observer = observeNodes(() => (changed = true));
  observer?.observe(root, { subtree: true, childList: true, characterData: true });
  return { changed: () => changed, end: () => observer?.disconnect() };
}

/** Calls `callback` after the first paint. @returns false if the browser does not report paints */
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

/** Longest wait for an idle callback (ms): on a busy machine Chromium may never be idle. */
const IDLE_MS = 2000;

/** Runs `task` when the browser is idle, at the latest after `limit` (ms). */
export function whenIdle(task: () => void, limit = IDLE_MS): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: limit });
  else setTimeout(task, 1);
}

/** The used part of `ViewTransition`. */
export interface Transition {
  ready: Promise<unknown>;
  finished: Promise<unknown>;
  updateCallbackDone: Promise<unknown>;
  skipTransition(): void;
}

/** @returns null if the browser starts no view transition; it has then not called `update` */
export function startTransition(
  document: { startViewTransition?: (update: () => Promise<void>) => Transition },
  update: () => Promise<void>,
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
