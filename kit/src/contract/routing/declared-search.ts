/** Longest declared query that is rendered. A longer one is cut, so that queries cannot fill the memory. */
const MAX_SEARCH_LENGTH = 200;

/**
 * The part of a query that a route declares, which is the same text for each order of the parameters.
 * @param names of the parameters
 * @param search with its `?`, or ''
 * @returns the parameters that have a value, in the order of `names`: `?tag=x`; '' for none, and for more than 200
 *   characters
 */
export function declaredSearch(names: readonly string[], search: string): string {
  if (names.length === 0 || search === '') return '';
  const given = new URLSearchParams(search);
  const declared = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name);
    if (value !== null && value !== '') declared.set(name, value);
  }
  const text = declared.size > 0 ? `?${declared}` : '';
  return text.length > MAX_SEARCH_LENGTH ? '' : text;
}
