import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { segmentsOf } from '@voltframe/kit/contract/routing/url-path';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { ADDRESS_MAX_BYTES } from '../../serving/http/request-bounds.ts';
import { matchPage, type PageRequest } from '../../serving/pages/page-request.ts';

/**
 * Pages of each route that are rendered before a release goes live; the others are rendered in the background
 * afterwards.
 */
export const PAGES_PER_ROUTE = 50;

/** The requests with which a page is tried before it goes live. */
export interface CandidateRequest {
  path: string;
  /** With `?`; empty without a query. */
  search: string;
  /** A sample value that the app declares. */
  isSample?: true;
  /** Its name in a finding; absent: the address. */
  called?: string;
  /** See `Reading`. */
  isProbe?: true;
}

/** Most queries of one route; a team covers more in its own tests. */
const MOST_QUERIES = 30;
const UNKNOWN_VALUE = 'a-value-that-nobody-declares';

/**
 * @param paths of pages of the route.
 * @returns each path once, and the first path with every declared query parameter at an unexpected value and at each
 * of its samples.
 */
export function candidateRequests(
  { query, samples = {} }: Pick<CompositionRoute, 'query' | 'samples'>,
  paths: string[],
): CandidateRequest[] {
  const [first] = paths;
  const plain = paths.map((path) => ({ path, search: '' }));
  if (first === undefined) return plain;
  const searchOf = (name: string, value: string) => `?${new URLSearchParams({ [name]: value })}`;
  const unknown = query.map((name) => ({ path: first, search: searchOf(name, UNKNOWN_VALUE) }));
  const known = Object.entries(samples).flatMap(([name, values]) =>
    values.map((value) => ({ path: first, search: searchOf(name, value), isSample: true as const })),
  );
  return [...plain, ...[...unknown, ...known].slice(0, MOST_QUERIES)];
}

/** @returns the first pages of a route, without a query. A path that the route does not match is left out. */
export async function firstPages(
  { renderer }: Pick<ServedComposition, 'renderer'>,
  route: CompositionRoute,
): Promise<PageRequest[]> {
  const paths = (await renderer.paths(route)).slice(0, PAGES_PER_ROUTE);
  return paths.flatMap(({ path }) => matchPage([route], path, '') ?? []);
}

/**
 * @param pattern of a route.
 * @returns the longest address that it matches: of letters, with an end that makes a regular expression of `validate`
 *   try each division of them; undefined for a pattern without parameters.
 */
export function longestPath(pattern: string): string | undefined {
  const segments = segmentsOf(pattern);
  const open = segments.filter((segment) => segment.startsWith(':')).length;
  if (open === 0) return undefined;
  const fixed = segments.reduce((sum, one) => sum + 1 + (one.startsWith(':') ? 0 : one.length), 0);
  const value = `${'a'.repeat(Math.floor((ADDRESS_MAX_BYTES - fixed) / open) - 1)}!`;
  return segments.map((segment) => `/${segment.startsWith(':') ? value : segment}`).join('');
}
