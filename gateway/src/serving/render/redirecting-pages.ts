import { LRUCache } from 'lru-cache';

/** The listed pages of a composition whose loader redirects, as far as they were rendered. */
export interface RedirectingPages {
  /** A listed page was rendered, or found in the cache. */
  note(path: string, redirects: boolean): void;
  has(path: string): boolean;
  /** @returns another number after each change. */
  version(): number;
}

const MOST = 50_000;

export function createRedirectingPages(): RedirectingPages {
  const pages = new LRUCache<string, true>({ max: MOST });
  let changes = 0;
  return {
    note(path: string, redirects: boolean): void {
      if (pages.has(path) === redirects) return;
      changes++;
      if (redirects) pages.set(path, true);
      else pages.delete(path);
    },
    has: (path: string) => pages.has(path),
    version: () => changes,
  };
}
