import { type HistoryEntry, type Place, toPlace } from './place.ts';

/** The part of `window` that the history needs. */
export interface HistoryWindow {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go' | 'scrollRestoration'>;
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'replace'>;
  addEventListener(type: 'popstate', listener: (event: PopStateEvent) => void): void;
}

/** The visitor moved in the history; `delta` entries, backwards negative. */
export type PopListener = (place: Place, move: { delta: number; animated: boolean }) => void;

export interface SiteHistory {
  /** Identifies the current entry; scroll positions are stored by this key. */
  key(): string;
  /** @param state of the entry */
  push(url: string, state?: unknown): void;
  replace(url: string, state?: unknown): void;
  /**
   * Makes `:target` follow the hash of the current entry, which `pushState` does not: only a navigation by the
   * browser does, so the entry is replaced with the same address. Scrolls to the target.
   */
  retarget(): void;
  listen(listener: PopListener): void;
  /** Undoes a move of `delta` entries without calling the listeners. */
  restore(delta: number): void;
}

interface Entry {
  index: number;
  key: string;
}

/**
 * The history entries of this tab, numbered, so that a move of any length can be undone.
 * @param randomKey returns a new key for each entry
 */
export function createSiteHistory(window: HistoryWindow, randomKey: () => string): SiteHistory {
  const { history } = window;
  let current: Entry = readEntry(history.state) ?? adopt({ index: 0, key: randomKey() });
  let undoing = false;
  let retargeting = false;

  function adopt(entry: Entry): Entry {
    history.replaceState({ ...asObject(history.state), platform: entry }, '');
    return entry;
  }

  return {
    key: () => current.key,
    push(url, state) {
      current = { index: current.index + 1, key: randomKey() };
      history.pushState({ platform: current, state }, '', url);
    },
    replace(url, state) {
      history.replaceState({ platform: current, state }, '', url);
    },
    retarget() {
      const { pathname, search, hash } = window.location;
      const { state } = history;
      retargeting = true;
      window.location.replace(hash || '#');
      retargeting = false;
      // The browser's entry lacks our mark, and ends with '#' when there is no hash.
      history.replaceState({ ...asObject(state), platform: current }, '', pathname + search + hash);
    },
    restore(delta) {
      if (delta === 0) return;
      undoing = true;
      history.go(-delta);
    },
    listen(listener) {
      window.addEventListener('popstate', (event) => {
        if (retargeting) return;
        // Entries without our mark come from the browser itself: the visitor edited the hash in the address bar.
        const entry = readEntry(event.state) ?? adopt({ index: current.index + 1, key: randomKey() });
        const delta = entry.index - current.index;
        current = entry;
        if (undoing) {
          undoing = false;
          return;
        }
        const animated = (event as { hasUAVisualTransition?: boolean }).hasUAVisualTransition === true;
        const place = { ...toPlace(window.location), state: (event.state as HistoryEntry)?.state };
        listener(place, { delta, animated });
      });
    },
  };
}

function asObject(state: unknown): object {
  return typeof state === 'object' && state !== null ? state : {};
}

function readEntry(state: unknown): Entry | undefined {
  const { platform } = asObject(state) as { platform?: Partial<Entry> };
  if (typeof platform?.index !== 'number' || typeof platform.key !== 'string') return undefined;
  return { index: platform.index, key: platform.key };
}
