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
  /** Builds and caches a finished document. @returns undefined when there is nothing to make small. */
  warm(served: ServedComposition, path: string): Promise<Pick<EncodedBody, 'shrink'> | undefined>;
  /** Renders a page's fragment into the cache. */
  render(served: ServedComposition, path: string): Promise<void>;
  isLive(served: ServedComposition): boolean;
  sleep(ms: number): Promise<void>;
}

const CONCURRENCY = 2;
/** Documents that are built ahead, those with the shortest paths: as many as the memory cache has at once. */
export const MOST_WARM = 200;
/** Of deploys that follow each other closely, only the last is worth the CPU. */
const REST_MS = 1_000;

/**
 * The pages of routes that have one page at once, so many of them, and small after a while; then every other page of a
 * route, one after the other, until something newer is live.
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
      if (belongs(route, path)) await options.render(served, path).catch(tell(route));
    }
  }
}

function belongs(route: CompositionRoute, path: string): boolean {
  return matchPage([route], path, '') !== null;
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
    // The first visitor shall not wait for the compression.
    if (!body.isFinal()) await body.in('br');
    return body;
  };
}
