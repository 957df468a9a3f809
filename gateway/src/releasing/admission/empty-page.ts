/** What shows something without any text. */
const SHOWS = /<(?:img|svg|form|video)\b/;

/** @returns whether the HTML of a page is tags alone. In one pass: a page of nothing but `<` costs no more than another. */
export function isEmptyPage(html: string): boolean {
  return !hasText(html) && !SHOWS.test(html);
}

function hasText(html: string): boolean {
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    const close = open === -1 ? -1 : html.indexOf('>', open);
    // A `<` that nothing closes is text.
    if (close === -1) return html.slice(at).trim() !== '';
    if (html.slice(at, open).trim() !== '') return true;
    at = close + 1;
  }
  return false;
}
