import pMap from 'p-map';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { hasOnePage, isCacheable } from '../compositions/client-tables.ts';
import { matchPage } from './page-request.ts';
import { changedApps } from '../compositions/changed-apps.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import type { EncodedBody } from '../responses/encoded-body.ts';
import type { PageService } from './page-service.ts';

/** Fills the caches of a composition that just went live. */
interface PrerenderOptions {
  /** Builds and caches a finished document. @returns undefined without a document to compress further. */
  warm(served: ServedComposition, path: string): Promise<Pick<EncodedBody, 'shrink'> | undefined>;
  /** Renders a page's fragment into the cache. */
  render(served: ServedComposition, path: string): Promise<void>;
  isLive(served: ServedComposition): boolean;
  sleep(ms: number): Promise<void>;
}

const CONCURRENCY = 2;
/** Number of documents that are built ahead, shortest paths first: the memory cache has room for these. */
export const MOST_WARM = 200;
/** Delay after a deploy, so that of several quick deploys only the last one is prerendered. */
const REST_MS = 1_000;

/**
 * First builds the pages of routes with one page, and compresses them further after a while. Then renders every other
 * page, one after the other, until a newer composition is live.
 */
export async function prerender(
  served: ServedComposition,
  previous: ServedComposition | undefined,
  options: PrerenderOptions,
): Promise<void> {
  const { composition, matcher, renderer } = served;
  const ahead = composition.routes.filter((route) => isCacheable(route, matcher));
  const first = new Set(ahead.filter(hasOnePage).slice(0, MOST_WARM));
  const tell = failing(served);
  const warm = (route: CompositionRoute) => options.warm(served, route.path).catch(tell(route));
  const built = await pMap(first, warm, { concurrency: CONCURRENCY });
  await options.sleep(REST_MS);
  for (const body of built) if (options.isLive(served)) await body?.shrink();
  if (!options.isLive(served)) return;
  const changed = new Set(changedApps(composition, previous?.composition));
  const rest = ahead.filter((route) => !first.has(route) && changed.has(route.app));
  for (const route of rest) {
    const entries = (await renderer.paths(route).catch(tell(route))) ?? [];
    for (const { path } of entries) {
      if (!options.isLive(served)) return;
      if (matchPage([route], path, '')) await options.render(served, path).catch(tell(route));
    }
  }
}

/** Logged: a page that fails here would otherwise be noticed at the first request only. */
function failing({ releases, telemetry }: ServedComposition) {
  return ({ app, id }: CompositionRoute) =>
    (error: unknown): undefined => {
      telemetry.failure({ kind: 'ahead', app, digest: releases[app]?.digest, what: id, error });
    };
}

/** Compressing larger documents blocks other work for a second: after the first one they are compressed on request. */
const LARGEST_AHEAD_BYTES = 8 * 1024 * 1024;
/**
 * @returns builds pages ahead of visitors, see PrerenderOptions.warm; one that was too large is left out from then on.
 * It throws when the page fails.
 */
export function createWarmPage(pages: Pick<PageService, 'document'>): PrerenderOptions['warm'] {
  const tooLarge = new Set<string>();
  return async (served, path) => {
    if (tooLarge.has(path)) return undefined;
    const response = await pages.document(served, path, '');
    if (response.type === 'error' && response.error.status >= 500) throw new Error(response.error.message);
    if (response.type !== 'body') return undefined;
    const { body } = response;
    if (body.size() > LARGEST_AHEAD_BYTES) tooLarge.add(path);
    // Compressed ahead, so that the first visitor does not wait.
    if (!body.isFinal()) await body.in('br');
    return body;
  };
}
