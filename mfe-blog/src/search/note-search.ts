import MiniSearch, { type SearchResult } from 'minisearch';
import type { PostSummary } from '../content-schemas.ts';
import { tagLabel } from '../tag-label.ts';
import { searchTerm, wordsIn } from './search-words.ts';

type Shown = Pick<PostSummary, 'slug' | 'title' | 'description' | 'date' | 'minutes' | 'tags'>;

/** The search index, JSON from the build of the blog. Columns compress best; row n of each belongs to note n. */
export type NoteIndex = { [Field in keyof Shown]: Shown[Field][] } & {
  /**
   * The words of the texts, or those of the highest weights. Each word is listed once, under the rows of the notes that
   * have it (`'0 3': 'caching queue'`).
   */
  words: Record<string, string>;
};

export interface FoundNote extends Shown {
  /** The words of the note that match the query. */
  terms: string[];
  /** Those of them that only its text contains. */
  inText: string[];
}

const OPTIONS = {
  idField: 'row',
  fields: ['title', 'tags', 'description', 'words'],
  tokenize: wordsIn,
  processTerm: searchTerm,
  searchOptions: {
    boost: { title: 4, tags: 3, description: 2 },
    /** Words from two letters match as prefixes; words from five letters match with one wrong letter. */
    prefix: (term: string) => term.length > 1,
    fuzzy: (term: string) => (term.length > 4 ? 1 : false),
    combineWith: 'AND',
  },
} as const;

/** Readers look only at the first few results. */
export const MOST_FOUND = 30;
const MOST_IN_TEXT = 4;

/** @returns a function that finds the notes with every word of a query, best first */
export function openIndex(index: NoteIndex): (query: string) => FoundNote[] {
  const { slug, title, tags, description, words } = index;
  const notes = new MiniSearch({ ...OPTIONS, fields: [...OPTIONS.fields] });
  const texts = slug.map((): string[] => []);
  for (const [rows, text] of Object.entries(words))
    for (const row of rows.split(' ')) texts[Number(row)]?.push(text);
  notes.addAll(
    slug.map((_, row) => ({
      row,
      title: title[row],
      tags: tags[row]?.map(tagLabel).join(' '),
      description: description[row],
      words: texts[row]?.join(' '),
    })),
  );
  return (query) =>
    notes
      .search(query)
      .slice(0, MOST_FOUND)
      .map((result) => foundNote(index, result));
}

function foundNote(
  { slug, title, description, date, minutes, tags }: NoteIndex,
  result: SearchResult,
): FoundNote {
  const { terms, match } = result;
  const row = result.id as number;
  return {
    slug: slug[row]!,
    title: title[row]!,
    description: description[row]!,
    date: date[row]!,
    minutes: minutes[row]!,
    tags: tags[row]!,
    terms,
    inText: terms.filter((term) => match[term]!.every((field) => field === 'words')).slice(0, MOST_IN_TEXT),
  };
}
