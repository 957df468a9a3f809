/**
 * Markers in rendered HTML that the gateway replaces when it builds a document (the "late part"), for parts that
 * change without the page. They are private-use characters, which React does not escape and the content compiler
 * refuses.
 */
export const LATE_MARK = '\uE000';

export type LateToken = 'fragment' | 'year' | 'app' | 'status' | 'title' | 'description' | 'id';

/** @returns the marker of a named late value. */
export function lateToken(name: LateToken): string {
  return `${LATE_MARK}${name}${LATE_MARK}`;
}

/** @returns the marker where the HTML of the island with this key goes. */
export function islandToken(key: string): string {
  return `${LATE_MARK}island:${key}${LATE_MARK}`;
}

/**
 * Fills every marker of `html`.
 * @param values replacement for a marker's name (`year`, `island:Key_hash`), already escaped for HTML; a name it
 *   answers with undefined becomes ''.
 */
export function fillTokens(html: string, values: (name: string) => string | undefined): string {
  // A search, because a pattern would test every character of a long document.
  let filled = '';
  let from = 0;
  for (;;) {
    const start = html.indexOf(LATE_MARK, from);
    const end = start < 0 ? -1 : html.indexOf(LATE_MARK, start + 1);
    if (end < 0) return filled + html.slice(from);
    filled += html.slice(from, start) + (values(html.slice(start + 1, end)) ?? '');
    from = end + 1;
  }
}
