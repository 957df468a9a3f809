import { searchTerm, wordsIn } from './search-words.ts';

/** A piece of a text. All pieces in order are the text. */
export interface TextPiece {
  text: string;
  marked: boolean;
}

/**
 * @param terms in the form of `searchTerm`
 * @returns the text in pieces; words with one of the terms are marked
 */
export function markWords(text: string, terms: readonly string[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let start = 0;
  let end = 0;
  for (const word of wordsIn(text)) {
    const at = text.indexOf(word, end);
    end = at + word.length;
    if (!terms.includes(searchTerm(word) ?? '')) continue;
    if (at > start) pieces.push({ text: text.slice(start, at), marked: false });
    pieces.push({ text: word, marked: true });
    start = end;
  }
  if (start < text.length) pieces.push({ text: text.slice(start), marked: false });
  return pieces;
}
