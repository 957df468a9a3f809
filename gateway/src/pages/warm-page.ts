import type { PageService } from './page-service.ts';
import type { PrerenderOptions } from './prerender.ts';

/** Larger documents take a second from everybody else: after the first one they wait for a visitor who wants them. */
const LARGEST_AHEAD_BYTES = 8 * 1024 * 1024;

/**
 * @returns builds pages ahead of visitors, see PrerenderOptions.warm; one that was too large is left out from then on.
 * It throws when the page fails.
 */
export function createWarmPage(pages: Pick<PageService, 'document'>): PrerenderOptions['warm'] {
  const tooLarge = new Set<string>();
  return async (served, path) => {
    if (tooLarge.has(path)) return async () => {};
    const answer = await pages.document(served, path, '');
    if (answer.type === 'error' && answer.error.status >= 500) throw new Error(answer.error.message);
    if (answer.type !== 'body') return async () => {};
    if (answer.body.size() > LARGEST_AHEAD_BYTES) tooLarge.add(path);
    return async () => answer.body.shrink();
  };
}
