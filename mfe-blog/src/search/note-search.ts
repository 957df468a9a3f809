import MiniSearch, { type SearchResult } from 'minisearch';
import type { PostSummary } from '../content-schemas.ts';
import { tagLabel } from '../tag-label.ts';
import { type MarkedText, markWords } from './marked-words.ts';
import { searchTerm } from './search-term.ts';
import { wordsIn } from './search-words.ts';

type Shown = Pick<PostSummary, 'slug' | 'title' | 'description' | 'date' | 'minutes' | 'tags'>;

/** The search index, JSON from the build of the blog. Columns compress best; row n of each belongs to note n. */
export type NoteIndex = { [Field in keyof Shown]: Shown[Field][] } & {
  /**
   * The words of the texts, or those of the highest weights. Each word is listed once, under the rows of the notes that
   * have it (`'0 3': 'cach queue'`).
   */
  words: Record<string, string>;
};

/** A note with the words that match the query marked. */
export interface FoundNote extends Pick<Shown, 'slug' | 'date' | 'minutes'> {
  title: MarkedText;
  description: MarkedText;
  /** Labels of the tags. */
  tags: MarkedText;
  /** The terms of the note that match the query. */
  terms: string[];
  /** A word of the query is not in what the result shows. */
  inText: boolean;
  /** The passage of the text; only in the answer of the server, which has the texts. */
  snippet?: MarkedText | undefined;
}

const OPTIONS = {
  idField: 'row',
  fields: ['title', 'slug', 'tags', 'description', 'words'],
  tokenize: wordsIn,
  processTerm: searchTerm,
  searchOptions: {
    /** A match in a title counts more than any in a description, and this more than any in the text. */
    boost: { title: 16, slug: 8, tags: 4, description: 4 },
    /** Words from two letters match as prefixes. */
    prefix: (term: string) => term.length > 1,
    combineWith: 'AND',
  },
} as const;

/** Words from five letters match with one wrong letter. */
const MISTYPED = { fuzzy: (term: string) => (term.length > 4 ? 1 : false) };

/** Fields that a result shows. */
const VISIBLE = new Set(['title', 'tags', 'description']);

/** Readers look only at the first few results. */
export const MOST_FOUND = 30;
/** Letters of a suffix that a reader may be typing: `cachin` finds the notes with `cache`. */
const UNFINISHED = 5;
/** Letters that remain of a word. */
const SHORTEST_BEGINNING = 4;

/**
 * @returns a function that finds the notes with every word of a query, best first; without such a note, those with a
 * beginning of its last word, then those with mistyped words, then those with some of the words
 */
export function openIndex(index: NoteIndex): (query: string) => FoundNote[] {
  const { slug, title, tags, description, words } = index;
  const notes = new MiniSearch({ ...OPTIONS, fields: [...OPTIONS.fields] });
  const texts = slug.map((): string[] => []);
  for (const [rows, text] of Object.entries(words))
    for (const row of rows.split(' ')) texts[Number(row)]?.push(text);
  notes.addAll(
    slug.map((_, row) => ({
      row,
      slug: slug[row],
      title: title[row],
      tags: tags[row]?.map(tagLabel).join(' '),
      description: description[row],
      words: texts[row]?.join(' '),
    })),
  );
  return (query) => {
    const attempts = [
      ...beginningsOf(query).map((beginning) => () => notes.search(beginning)),
      () => notes.search(query, MISTYPED),
      () => notes.search(query, { ...MISTYPED, combineWith: 'OR' }),
    ];
    for (const attempt of attempts) {
      const found = attempt();
      if (found.length > 0) return found.slice(0, MOST_FOUND).map((result) => foundNote(index, result));
    }
    return [];
  };
}

/** @returns the query, then the query without the last letters of its last word */
function beginningsOf(query: string): string[] {
  const last = wordsIn(query).pop() ?? '';
  const letters = Math.max(0, Math.min(UNFINISHED, last.length - SHORTEST_BEGINNING));
  const whole = query.trimEnd();
  return [query, ...Array.from({ length: letters }, (_, n) => whole.slice(0, -(n + 1)))];
}

function foundNote(
  { slug, title, description, date, minutes, tags }: NoteIndex,
  result: SearchResult,
): FoundNote {
  const { match } = result;
  // A term of the query that is the beginning of another term is not in the index.
  const terms = [...new Set([...result.terms, ...result.queryTerms])];
  const row = result.id as number;
  return {
    slug: slug[row]!,
    title: markWords(title[row]!, terms),
    description: markWords(description[row]!, terms),
    date: date[row]!,
    minutes: minutes[row]!,
    tags: markWords(tags[row]!.map(tagLabel).join(' · '), terms),
    terms,
    inText: Object.values(match).some((fields) => fields.every((field) => !VISIBLE.has(field))),
  };
}
