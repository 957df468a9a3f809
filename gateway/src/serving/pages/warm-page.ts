import type { EncodedBody } from '../responses/encoded-body.ts';
import type { PageService } from './page-service.ts';
import type { PrerenderOptions, WarmPage } from './prerender.ts';

/** Larger documents take a second from everybody else: after the first one they wait for a visitor who wants them. */
const LARGEST_AHEAD_BYTES = 8 * 1024 * 1024;
/** What a new connection sends before it hears from the browser (ten segments, RFC 6928), less the headers of a document. */
const FIRST_FLIGHT_BYTES = 13_600;
/** Documents lose up to a fifth when they are made small. */
const MOST_BYTES_TO_FIT = FIRST_FLIGHT_BYTES * 1.25;
const NOTHING: WarmPage = { isPressing: false, shrink: async () => {} };

/**
 * @returns builds pages ahead of visitors, see PrerenderOptions.warm; one that was too large is left out from then on.
 * It throws when the page fails.
 */
export function createWarmPage(pages: Pick<PageService, 'document'>): PrerenderOptions['warm'] {
  const tooLarge = new Set<string>();
  return async (served, path) => {
    if (tooLarge.has(path)) return NOTHING;
    const answer = await pages.document(served, path, '');
    if (answer.type === 'error' && answer.error.status >= 500) throw new Error(answer.error.message);
    if (answer.type !== 'body') return NOTHING;
    const { body } = answer;
    if (body.size() > LARGEST_AHEAD_BYTES) tooLarge.add(path);
    return { isPressing: await missesFirstFlight(body), shrink: () => body.shrink() };
  };
}

/** Compresses it for the first visitor, too. */
async function missesFirstFlight(body: EncodedBody): Promise<boolean> {
  if (body.isFinal()) return false;
  const { length } = (await body.in('br')).bytes;
  return length > FIRST_FLIGHT_BYTES && length <= MOST_BYTES_TO_FIT;
}
