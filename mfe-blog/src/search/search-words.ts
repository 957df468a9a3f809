/** Characters. The whole query string of a route may have 200 (docs/behaviour.md 1.5). */
const MAX_QUERY = 80;

/** Words in nearly every note, which therefore distinguish no note. */
const COMMON = new Set(
  (
    'a about after all also an and any are as at be because been before but by can do does each for from get had has have how if in ' +
    'into is it its may more most must no not of on one only or other out over same so some such than that the their them then ' +
    'there these they this those to two up was we were what when where which who will with would you your'
  ).split(' '),
);

/** @returns the words of a text, unchanged */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** @returns the word in the form of the index, without case and accents; null when it is too common */
export function searchTerm(word: string): string | null {
  const term = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return COMMON.has(term) ? null : term;
}

/** @returns the words of a query, unchanged, that are too common for a search */
export function commonWords(query: string): string[] {
  return wordsIn(query).filter((word) => searchTerm(word) === null);
}

/**
 * The HTML parser would change these characters, and the browser would hydrate another text: control characters, and
 * half of a surrogate pair at the cut.
 */
const UNSHOWN = { controls: /[\s\p{Cc}]+/gu, half: /[\uD800-\uDBFF]$/ };

/** @returns the normalized query, for the search and for display; `''`: none */
export function normalQuery(text: string): string {
  return text.replace(UNSHOWN.controls, ' ').trim().slice(0, MAX_QUERY).replace(UNSHOWN.half, '').trim();
}
