/** Longest query that is looked for; a route's whole query may have 200 characters (docs/behaviour.md 1.5). */
const MAX_QUERY = 80;

/** Words that are in nearly every note: they tell none from another. */
const COMMON = new Set(
  (
    'a about after all also an and any are as at be because been before but by can do does each for from get had has have how if in ' +
    'into is it its may more most must no not of on one only or other out over same so some such than that the their them then ' +
    'there these they this those to two up was we were what when where which who will with would you your'
  ).split(' '),
);

/** @returns the words of a text as they stand in it. */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** @returns the form in which a word is found, whatever its case and accents; null when it is too common. */
export function searchTerm(word: string): string | null {
  const term = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return COMMON.has(term) ? null : term;
}

/** @returns the words of a query, as they stand in it, that are too common to be looked for. */
export function commonWords(query: string): string[] {
  return wordsIn(query).filter((word) => searchTerm(word) === null);
}

/**
 * What HTML cannot hold would be another text in the browser: control characters, and half of one that the cut went
 * through.
 */
const UNSHOWN = { controls: /[\s\p{Cc}]+/gu, half: /[\uD800-\uDBFF]$/ };

/** @returns a query in the one spelling that is looked for and shown: `''` = none. */
export function normalQuery(text: string): string {
  return text.replace(UNSHOWN.controls, ' ').trim().slice(0, MAX_QUERY).replace(UNSHOWN.half, '').trim();
}
