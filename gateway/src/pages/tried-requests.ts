import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';

/** What a page is asked for with before visitors may. */
export interface TriedRequest {
  path: string;
  /** With `?`; empty without a query. */
  search: string;
}

const UNKNOWN_VALUE = 'a-value-that-nobody-declares';

/**
 * @param paths of pages of the route.
 * @returns each of them once, and the first with every declared query parameter at a value that no team thought of.
 */
export function triedRequests({ query }: Pick<CompositionRoute, 'query'>, paths: string[]): TriedRequest[] {
  const [first] = paths;
  const plain = paths.map((path) => ({ path, search: '' }));
  if (first === undefined) return plain;
  const asked = query.map((name) => ({
    path: first,
    search: `?${new URLSearchParams({ [name]: UNKNOWN_VALUE })}`,
  }));
  return [...plain, ...asked];
}
