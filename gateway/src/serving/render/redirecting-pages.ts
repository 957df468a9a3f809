import { LRUCache } from 'lru-cache';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

/** The listed pages of a composition whose loader redirects, as far as they were rendered. */
export interface RedirectingPages {
  /** A listed page was rendered, or found in the cache. */
  note(path: string, redirects: boolean): void;
  has(path: string): boolean;
}

const MOST = 50_000;

export function createRedirectingPages(): RedirectingPages {
  const pages = new LRUCache<string, true>(mostEntries(MOST));
  return {
    note(path: string, redirects: boolean): void {
      if (redirects) pages.set(path, true);
      else pages.delete(path);
    },
    has: (path: string) => pages.has(path),
  };
}
