import type { Post } from '../content-schemas.ts';
import type { NoteIndex } from './note-search.ts';
import { searchTerm } from './search-term.ts';
import { wordsIn } from './search-words.ts';
import { textOf } from './text-of.ts';

/**
 * Limit of indexed words of all texts together, because a reader waits for the index. About thirty notes of usual
 * length fit completely; with more notes the index has only the words with the highest weights.
 */
const MOST_WORDS = 17_000;
/** A word in a heading counts as this many further occurrences in the text. */
const HEADING_WEIGHT = 3;

/** @param posts with their bodies @returns the index of titles, tags, descriptions and the words of highest weight */
export function buildNoteIndex(posts: Post[]): NoteIndex {
  const most = Math.floor(MOST_WORDS / posts.length);
  return {
    slug: posts.map(({ slug }) => slug),
    title: posts.map(({ title }) => title),
    description: posts.map(({ description }) => description),
    date: posts.map(({ date }) => date),
    minutes: posts.map(({ minutes }) => minutes),
    tags: posts.map(({ tags }) => tags),
    words: byNotes(tellingWords(posts.map(termsOf), most).map(withoutBeginnings)),
  };
}

/** @returns each term of the text with its weighted number of occurrences */
function termsOf({ html, toc }: Post): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (text: string, weight: number): void => {
    for (const word of wordsIn(text).flatMap(namesIn)) {
      const term = searchTerm(word);
      if (term !== null) counts.set(term, (counts.get(term) ?? 0) + weight);
    }
  };
  count(textOf(html), 1);
  for (const { text } of toc) count(text, HEADING_WEIGHT);
  return counts;
}

/** @returns the word and, for a name in code such as `setTimeout`, also its parts */
function namesIn(word: string): string[] {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  return parts.length > 1 ? [word, ...parts] : [word];
}

/** @returns for each text its terms with the highest weights (tf-idf) */
function tellingWords(texts: Map<string, number>[], most: number): string[][] {
  const spread = new Map<string, number>();
  for (const text of texts) for (const term of text.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);
  const weight = (term: string, count: number): number =>
    count * Math.log((texts.length + 1) / spread.get(term)!);
  return texts.map((text) =>
    [...text]
      .map(([term, count]) => ({ term, weight: weight(term, count) }))
      .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
      .slice(0, most)
      .map(({ term }) => term),
  );
}

/** @returns the terms without prefixes of other terms, because searches match prefixes, except for single letters */
function withoutBeginnings(terms: string[]): string[] {
  const sorted = [...terms].sort();
  return sorted.filter((term, i) => term.length === 1 || !sorted[i + 1]?.startsWith(term));
}

/** @returns the terms, grouped by the rows of the notes that have them; alphabetical order compresses best */
function byNotes(texts: string[][]): NoteIndex['words'] {
  const rows = new Map<string, number[]>();
  for (const [row, terms] of texts.entries())
    for (const term of terms) rows.set(term, [...(rows.get(term) ?? []), row]);
  const words: NoteIndex['words'] = {};
  for (const term of [...rows.keys()].sort()) {
    const key = rows.get(term)!.join(' ');
    words[key] = key in words ? `${words[key]} ${term}` : term;
  }
  return words;
}
