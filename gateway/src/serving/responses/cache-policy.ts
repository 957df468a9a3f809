import type { LiveData } from './encoded-body.ts';

/** `Cache-Control` values, by what the answer depends on. */
export const CACHE = {
  /** The address names the content: it can never be something else. */
  immutable: 'public, max-age=31536000, immutable',
  /** May be kept, but is asked for again (ETag) each time: pages, and data whose address does not name a composition. */
  revalidate: 'public, max-age=0, must-revalidate',
  /** The build marker (docs/behaviour.md 8.1): whoever polls wants the present. */
  marker: 'public, max-age=1, must-revalidate',
  /** Redirects by rule: a wrong 301, which browsers would keep for ever, ends minutes after its rollback. */
  minutes: 'public, max-age=300',
  /** Machine files: an hour old is new enough. */
  hour: 'public, max-age=3600',
  /** Icon data: a week; the names do not change their meaning. */
  week: 'public, max-age=604800',
  /** Guarded pages, errors, and everything for one visitor. */
  never: 'no-store',
} as const;

/**
 * @param named id of the composition that the request's address names, or undefined.
 * @param answering id of the composition that answers. @param data that changes while the composition stays.
 */
export function compositionCache(
  named: string | undefined,
  answering: string,
  data: LiveData | undefined,
): string {
  return named === answering && data === undefined ? CACHE.immutable : CACHE.revalidate;
}
