import type { MeasuredRelease } from '@voltframe/kit/contract/operations/measurements';
import type { Finding, Warning } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { matchPage, type PageRequest } from '../../serving/pages/page-request.ts';

/** One release of every app, by app. */
export type Releases = Readonly<Record<string, Release>>;

/** A composition that may become live: the input of the checks that run it. */
export interface Candidate {
  served: ServedComposition;
  /** The apps with a new release: only these are blamed for a defect between two apps. */
  changed: ReadonlySet<string>;
  /** The composition that visitors get now; undefined before the first activation. */
  live: ServedComposition | undefined;
  /** Aborted at the deadline of the admission: no further work begins. */
  signal: AbortSignal;
}

/** A check that runs the candidate. @returns the defects; none: it passed. */
export type Check = (candidate: Candidate) => Promise<Finding[]>;

/** The result of admission. */
export interface Checked {
  findings: Finding[];
  /** Defects that do not prevent the activation. */
  warnings: Warning[];
  /** Measurements of the new releases; absent without budgets. */
  measured?: MeasuredRelease[] | undefined;
}

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
