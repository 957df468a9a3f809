/**
 * Markers in rendered HTML that the gateway fills in when it puts a document together (the "late part"): what
 * changes without the page changing. Private-use characters: they pass through React's escaping untouched and
 * occur in no content (the content compiler refuses them).
 */
export const LATE_MARK = '\uE000';

export type LateToken = 'fragment' | 'year' | 'status' | 'title' | 'description' | 'id';

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
  // Searched for, not matched: a pattern looks at every character, and documents are long.
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
