/** Characters. The whole query string of a route may have 200 (docs/behaviour.md 1.5). */
const MAX_QUERY = 80;

/** Words in nearly every note, which therefore distinguish no note. */
const COMMON = new Set(
  (
    'a about after all also am an and any are as at be because been before but by can could did do does each for from get had ' +
    'has have how i if in into is it its may me more most must my no not of on one only or other our out over same should so ' +
    'some such than that the their them then there these they this those to two up us was we were what when where which who why ' +
    'will with would you your'
  ).split(' '),
);

/** @returns the words of a text, unchanged */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** @returns whether the word, in any case, is too common for a search */
export function isCommon(word: string): boolean {
  return COMMON.has(word.toLowerCase());
}

/** @returns the words of a query, unchanged, that are too common for a search */
export function commonWords(query: string): string[] {
  return wordsIn(query).filter(isCommon);
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
