import { MB } from '@voltframe/kit/contract/units';
import pMap from 'p-map';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { isCacheable } from '../compositions/client-tables.ts';
import { hasOnePage } from '../render/listed-addresses.ts';
import { matchPage } from './page-request.ts';
import { changedApps } from '../compositions/changed-apps.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import type { PageService } from './page-service.ts';

interface PrerenderOptions {
  pages: Pick<PageService, 'document' | 'render'>;
  isLive(served: ServedComposition): boolean;
  sleep(ms: number): Promise<void>;
}

const CONCURRENCY = 2;
/** Number of documents that are built ahead, shortest paths first: the memory cache has room for these. */
export const MOST_WARM = 200;
/** Delay after a deploy, so that of several quick deploys only the last one is prerendered. */
const REST_MS = 1_000;
/** Compressing larger documents blocks other work for a second: after the first one they are compressed on request. */
const LARGEST_AHEAD_BYTES = 8 * MB;

/** @returns fills the caches of a composition that just went live. */
export function createPrerender({ pages, isLive, sleep }: PrerenderOptions) {
  const tooLarge = new Set<string>();
  /** @returns the finished document of a route; undefined for none, and for one that was too large once. */
  const build = async (served: ServedComposition, { path }: CompositionRoute) => {
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
  /**
   * First builds the pages of routes with one page, and compresses them further after a while. Then renders every other
   * page that is not rendered yet, one after the other, until a newer composition is live.
   */
  return async (served: ServedComposition, previous: ServedComposition | undefined): Promise<void> => {
    const { composition, matcher, renderer } = served;
    const ahead = composition.routes.filter((route) => isCacheable(route, matcher));
    const first = new Set(ahead.filter(hasOnePage).slice(0, MOST_WARM));
    const tell = failing(served);
    const built = await pMap(first, (route) => build(served, route).catch(tell(route)), {
      concurrency: CONCURRENCY,
    });
    await sleep(REST_MS);
    for (const body of built) if (isLive(served)) await body?.shrink();
    if (!isLive(served)) return;
    const changed = new Set(changedApps(composition, previous?.composition));
    const rest = ahead.filter((route) => !first.has(route) && changed.has(route.app));
    for (const route of rest) {
      const entries = (await renderer.paths(route, { isAhead: true }).catch(tell(route))) ?? [];
      for (const { path } of entries) {
        if (!isLive(served)) return;
        const page = matchPage([route], path, '');
        if (page && !(await renderer.isRendered(route, page.path)))
          await pages.render(served, path).catch(tell(route));
      }
    }
  };
}

/** Logged: a page that fails here would otherwise be noticed at the first request only. */
function failing({ releases, telemetry }: ServedComposition) {
  return ({ app, id }: CompositionRoute) =>
    (error: unknown): undefined => {
      telemetry.failure({ kind: 'ahead', app, digest: releases[app]?.digest, what: id, error });
    };
}
