import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { matchPage, type PageRequest } from '../../serving/pages/page-request.ts';
import { candidateRequests, PAGES_PER_ROUTE } from './candidate-requests.ts';

/** Pages of apps that a change does not touch itself, because their teams have not changed them. */
export interface PageSample<Page> {
  pages: Page[];
  /** Whether there are more pages, which were not looked at. */
  isPartial: boolean;
}

/** Most pages of another app and of each of its routes, and of all others. */
const PAGES_OF_OTHERS = 3;
const MOST_OF_OTHER = 10;
const MOST_OF_OTHERS = 60;

/**
 * The first pages of each app. On a site with many apps each app has fewer of them, in turns, so that every app is
 * tried.
 * @param routes of these apps.
 * @param take looks at a page; undefined: it does not count.
 */
export async function samplePages<Page>(
  served: Pick<ServedComposition, 'renderer'>,
  routes: readonly CompositionRoute[],
  take: (page: PageRequest) => Promise<Page | undefined>,
): Promise<PageSample<Page>> {
  let isPartial = false;
  const counted = async function* (ofApp: CompositionRoute[]): AsyncGenerator<Page> {
    for (const route of ofApp) {
      const paths = await pathsOf(served, route).catch(() => []);
      if (paths.length > PAGES_OF_OTHERS) isPartial = true;
      for (const request of requestsFor(route, paths.slice(0, PAGES_OF_OTHERS))) {
        const page = await take(request);
        if (page) yield page;
      }
    }
  };
  const apps = [...Map.groupBy(routes, ({ app }) => app).values()].map(counted);
  const pages: Page[] = [];
  const left = new Set(apps);
  for (let turn = 0; turn < MOST_OF_OTHER; turn++)
    for (const app of left) {
      if (pages.length >= MOST_OF_OTHERS) return { pages, isPartial: true };
      const next = await app.next();
      if (next.done) left.delete(app);
      else pages.push(next.value);
    }
  return { pages, isPartial: isPartial || left.size > 0 };
}

/** @returns the requests with which the first pages of a route are tried. */
export async function requestsOf(
  served: Pick<ServedComposition, 'renderer'>,
  route: CompositionRoute,
  most = PAGES_PER_ROUTE,
): Promise<PageRequest[]> {
  return requestsFor(route, (await pathsOf(served, route)).slice(0, most));
}

async function pathsOf(
  { renderer }: Pick<ServedComposition, 'renderer'>,
  route: CompositionRoute,
): Promise<string[]> {
  return (await renderer.paths(route)).map(({ path }) => path);
}

function requestsFor(route: CompositionRoute, paths: string[]): PageRequest[] {
  return candidateRequests(route, paths).flatMap(
    ({ path, search }) => matchPage([route], path, search) ?? [],
  );
}
