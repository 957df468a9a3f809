import type { TabStorage } from '@voltframe/kit/react/refusable';

/** Scroll position of a page. */
export interface ScrollPosition {
  x: number;
  y: number;
}

const STORAGE_KEY = 'scroll';
const MOST_ENTRIES = 50;

export type ScrollMemory = ReturnType<typeof createScrollMemory>;

/** Scroll positions by history entry; they outlive a document of the same tab. */
export function createScrollMemory(storage: Pick<TabStorage, 'getItem' | 'setItem'>) {
  const positions = new Map<string, ScrollPosition>(readPositions(storage));
  return {
    save(key: string, position: ScrollPosition): void {
      positions.delete(key);
      positions.set(key, position);
      const oldest = positions.keys().next().value;
      if (positions.size > MOST_ENTRIES && oldest !== undefined) positions.delete(oldest);
    },
    find: (key: string) => positions.get(key),
    /** Stores them, before the document is unloaded. When storage fails, the next document starts at its top. */
    persist: () => void storage.setItem(STORAGE_KEY, JSON.stringify([...positions])),
  };
}

function readPositions(storage: Pick<TabStorage, 'getItem'>): [string, ScrollPosition][] {
  try {
    const value: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(value) ? (value as [string, ScrollPosition][]) : [];
  } catch {
    return [];
  }
}

/**
 * Scrolls to the start position of a page: the saved position, the hash's element, or the top.
 * @param fallback the position without either: `top`, or `keep` the position (only the query changed)
 * @returns the element of the hash, if it was scrolled to
 */
export function scrollTo(
  window: Window,
  hash: string,
  saved: ScrollPosition | undefined,
  fallback: 'top' | 'keep',
): Element | null {
  const element = saved ? null : hashElement(window.document, hash);
  // `instant`: a smooth scroll of the stylesheet is for moves within a page, not for a new one.
  if (saved) window.scrollTo({ left: saved.x, top: saved.y, behavior: 'instant' });
  else if (element) element.scrollIntoView({ behavior: fallback === 'top' ? 'instant' : 'auto' });
  else if (fallback === 'top' || hash === '#top') window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
  return element;
}

/** @returns the element of a hash, found as browsers do: by the decoded text, then by the text as written. */
export function hashElement(document: Document, hash: string): Element | null {
  const id = hash.slice(1);
  if (id === '') return null;
  return document.getElementById(decode(id)) ?? document.getElementById(id);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
