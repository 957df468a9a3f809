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
  /** Builds and keeps a finished document. */
  warm(served: ServedComposition, path: string): Promise<WarmPage>;
  /** Renders a page's fragment into the cache. */
  render(served: ServedComposition, path: string): Promise<void>;
  isLive(served: ServedComposition): boolean;
  sleep(ms: number): Promise<void>;
}

interface WarmPage {
  /** As it is it costs visitors a round trip that it will not cost when it is small. */
  isPressing: boolean;
  /** Makes it small: that takes longer than to build it. */
  shrink(): Promise<void>;
}

const CONCURRENCY = 2;
/** Documents that are built ahead, those with the shortest paths: as many as are held in memory at once. */
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
  const shrink = async (pages: typeof built): Promise<void> => {
    for (const page of pages) if (options.isLive(served)) await page?.shrink();
  };
  await shrink(built.filter((page) => page?.isPressing));
  await options.sleep(REST_MS);
  await shrink(built);
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
/** The initial congestion window (ten segments, RFC 6928), less the headers of a document. */
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
