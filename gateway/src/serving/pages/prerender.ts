import { MB } from '@voltframe/kit/contract/units';
import pMap from 'p-map';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { matchRules } from '@voltframe/kit/contract/routing/route-rules';
import { isCacheable } from '../compositions/client-tables.ts';
import { hasOnePage } from '../render/listed-addresses.ts';
import { matchPage } from './page-request.ts';
import { changedApps } from '../compositions/changed-apps.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import type { PageService } from './page-service.ts';

interface PrerenderOptions {
  pages: Pick<PageService, 'document' | 'render' | 'shrink'>;
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
  /**
   * Builds a document, unless it was too large once.
   * @returns its path; undefined without a document. @throws an Error when the page cannot be built
   */
  const build = async (served: ServedComposition, path: string): Promise<string | undefined> => {
    if (tooLarge.has(path)) return undefined;
    const response = await pages.document(served, path, '');
    if (response.type === 'error' && response.error.status >= 500) throw new Error(response.error.message);
    if (response.type !== 'body') return undefined;
    const { body } = response;
    if (body.size() > LARGEST_AHEAD_BYTES) tooLarge.add(path);
    // Compressed ahead, so that the first visitor does not wait.
    await body.in('br');
    return path;
  };
  const shrink = async (served: ServedComposition, path: string | undefined): Promise<void> => {
    if (path !== undefined && isLive(served)) await pages.shrink(served, path);
  };
  /**
   * First builds the pages of routes with one page, and compresses them further after a while. Then renders every other
   * page that is not rendered yet, one after the other, until a newer composition is live. At last it builds documents
   * of those, too, as many as there is room for.
   */
  return async (served: ServedComposition, previous: ServedComposition | undefined): Promise<void> => {
    const { composition, matcher, renderer } = served;
    const ahead = composition.routes.filter((route) => isCacheable(route, matchRules(matcher, route.path)));
    const first = new Set(ahead.filter(hasOnePage).slice(0, MOST_WARM));
    const tell = failing(served);
    const built = await pMap(first, (route) => build(served, route.path).catch(tell(route)), {
      concurrency: CONCURRENCY,
    });
    await sleep(REST_MS);
    for (const path of built) await shrink(served, path);
    if (!isLive(served)) return;
    const changed = new Set(changedApps(composition, previous?.composition));
    const warm: { route: CompositionRoute; path: string }[] = [];
    const hasRoom = ({ app }: CompositionRoute): boolean =>
      first.size + warm.length < MOST_WARM && !readsUpstreams(served, app);
    for (const route of ahead) {
      const isChanged = changed.has(route.app);
      if (first.has(route) || (!isChanged && !hasRoom(route))) continue;
      const alone = [route]; // one list, of which matchPage keeps the compiled form
      const entries = (await renderer.paths(route, { isAhead: true }).catch(tell(route))) ?? [];
      for (const { path } of entries) {
        if (!isLive(served)) return;
        if (!isChanged && !hasRoom(route)) break;
        const page = matchPage(alone, path, '');
        if (!page) continue;
        let isRendered = await renderer.isRendered(route, page.path);
        if (!isRendered && isChanged)
          isRendered = await pages.render(served, path).then(
            () => true,
            (error: unknown) => tell(route)(error) ?? false,
          );
        if (isRendered && hasRoom(route)) warm.push({ route, path });
      }
    }
    for (const { route, path } of warm) {
      if (!isLive(served)) return;
      await shrink(served, await build(served, path).catch(tell(route)));
    }
  };
}

/** The document of a page with data of an upstream is built anew whenever the data changes, and asks for old data. */
function readsUpstreams({ releases }: ServedComposition, app: string): boolean {
  return Object.keys(releases[app]?.upstreams ?? {}).length > 0;
}

/** Logged: a page that fails here would otherwise be noticed at the first request only. */
function failing({ releases, telemetry }: ServedComposition) {
  return ({ app, id }: CompositionRoute) =>
    (error: unknown): undefined => {
      telemetry.failure({ kind: 'ahead', app, digest: releases[app]?.digest, what: id, error });
    };
}
