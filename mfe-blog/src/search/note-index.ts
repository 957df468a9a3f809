import type { Post } from '../content-schemas.ts';
import type { NoteIndex } from './note-search.ts';
import { searchTerm, wordsIn } from './search-words.ts';

/** Words of texts, of one note and of all together: a reader waits for the index. */
const MOST_WORDS = { note: 150, all: 18_000 };
/** A word of a heading tells as much as so many in the text. */
const HEADING_WEIGHT = 3;

/** @param posts with their bodies. @returns the index of their titles, tags, descriptions and most telling words. */
export function buildNoteIndex(posts: Post[]): NoteIndex {
  const most = Math.min(MOST_WORDS.note, Math.floor(MOST_WORDS.all / posts.length));
  return {
    slug: posts.map(({ slug }) => slug),
    title: posts.map(({ title }) => title),
    description: posts.map(({ description }) => description),
    date: posts.map(({ date }) => date),
    minutes: posts.map(({ minutes }) => minutes),
    tags: posts.map(({ tags }) => tags),
    words: tellingWords(posts.map(termsOf), most),
  };
}

/** @returns each term of the text with how often it stands there. */
function termsOf({ html, toc }: Post): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (text: string, weight: number): void => {
    for (const word of wordsIn(text)) {
      const term = searchTerm(word);
      if (term !== null) counts.set(term, (counts.get(term) ?? 0) + weight);
    }
  };
  count(textOf(html), 1);
  for (const { text } of toc) count(text, HEADING_WEIGHT);
  return counts;
}

/** @returns the text of compiled Markdown, without its code samples. */
function textOf(html: string): string {
  return html
    .replace(/<pre[\s>][\s\S]*?<\/pre>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x([\dA-F]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** @returns of each text the terms that tell most about it (tf-idf), in order of the alphabet: that compresses best. */
function tellingWords(texts: Map<string, number>[], most: number): string[] {
  const spread = new Map<string, number>();
  for (const text of texts) for (const term of text.keys()) spread.set(term, (spread.get(term) ?? 0) + 1);
  const weight = (term: string, count: number): number =>
    count * Math.log((texts.length + 1) / spread.get(term)!);
  return texts.map((text) =>
    [...text]
      .map(([term, count]) => ({ term, weight: weight(term, count) }))
      .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))
      .slice(0, most)
      .map(({ term }) => term)
      .sort()
      .join(' '),
  );
}
