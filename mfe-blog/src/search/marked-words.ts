import { searchTerm } from './search-term.ts';
import { wordsIn } from './search-words.ts';

/** A text in pieces, the second, fourth … of which are marked. All pieces in order are the text. */
export type MarkedText = string[];

/**
 * @param terms in the form of `searchTerm`
 * @returns the text in pieces; words with one of the terms are marked
 */
export function markWords(text: string, terms: readonly string[]): MarkedText {
  const pieces: MarkedText = [];
  let start = 0;
  for (const { at, word } of termsIn(text, terms)) {
    pieces.push(text.slice(start, at), word);
    start = at + word.length;
  }
  return [...pieces, text.slice(start)];
}

/** @returns the words of the text that have one of the terms, with their positions */
export function termsIn(
  text: string,
  terms: readonly string[],
): { at: number; word: string; term: string }[] {
  const found = [];
  let end = 0;
  for (const word of wordsIn(text)) {
    const at = text.indexOf(word, end);
    end = at + word.length;
    const term = searchTerm(word);
    if (term !== null && terms.includes(term)) found.push({ at, word, term });
  }
  return found;
}
