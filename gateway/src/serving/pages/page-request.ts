import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import { declaredSearch } from '@voltframe/kit/contract/routing/declared-search';
import { encodeSegment, normalizePath } from '@voltframe/kit/contract/routing/url-path';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';

/** A page of a route in its canonical spelling, which is the key of caches. */
export interface PageRequest {
  route: CompositionRoute;
  params: Record<string, string>;
  /** The route's pattern with its parameters filled in: case and encoding of the request do not matter. */
  path: string;
  /** The query parameters that the route declares, in its order: `?tag=x`, or ''. */
  search: string;
}

/**
 * Finds the page of a URL.
 * @param search with its `?`, or ''.
 * @returns null when no app has a route for it.
 */
export function matchPage(
  routes: readonly CompositionRoute[],
  path: string,
  search: string,
): PageRequest | null {
  const match = matchRoute(routes, path);
  if (!match) return null;
  const { route, params } = match;
  return {
    route,
    params,
    path: fillPattern(route.path, params),
    search: declaredSearch(route.query, search),
  };
}

function fillPattern(pattern: string, params: Record<string, string>): string {
  if (!pattern.includes(':')) return normalizePath(pattern) ?? '/';
  const filled = pattern.replace(
    /:([a-z][a-zA-Z\d]*)/g,
    (_, name: string) => encodeSegment(params[name] ?? '') ?? '',
  );
  return normalizePath(filled) ?? '/';
}
