import { seededRandom } from '../../../kit/src/react/components/seeded-random.ts';
import type { Post } from '../../../mfe-blog/src/content-schemas.ts';
import { buildNoteIndex } from '../../../mfe-blog/src/search/note-index.ts';
import { wordsIn } from '../../../mfe-blog/src/search/search-words.ts';
import { EditedRelease } from './edited-release.ts';

/** Words that occur in few notes, as in a thousand notes on different subjects. */
const RARE_WORDS = 20_000;
const RARE_SHARE = 0.1;
const LENGTHS = { title: 8, description: 22, heading: 4, headings: 5, body: 900 };

/**
 * Adds generated notes to the blog's release, for its list and its search: words of the real notes in their frequency,
 * and a tenth of rare words. The random order does not help the compression.
 * @param count number of all notes
 */
export function addNotes(folder: string, count: number): void {
  const edited = new EditedRelease(folder);
  const read = <T>(file: string): T => JSON.parse(edited.read(`data/posts/${file}.json`)) as T;
  const real = read<Post[]>('index').map(({ slug }) => read<Post>(slug));
  const random = seededRandom('notes');
  const words = real.flatMap(({ html }) => wordsIn(html.replace(/<[^>]*>|&#\w+;/g, ' ')));
  const made = Array.from({ length: Math.max(0, count - real.length) }, (_, n) => ({
    ...real[n % real.length]!,
    ...noteOf(words, random),
    slug: `synthetic-${n}`,
    date: '2020-01-01',
    related: [],
  }));
  for (const note of made) edited.write(`data/posts/${note.slug}.json`, JSON.stringify(note));
  const notes = [...real, ...made];
  const summaries = notes.map(({ html: _, toc: __, ...summary }) => summary);
  edited.write('data/posts/index.json', JSON.stringify(summaries));
  edited.write('data/search.json', JSON.stringify(buildNoteIndex(notes)));
  edited.publish();
}

function noteOf(words: string[], random: () => number): Pick<Post, 'title' | 'description' | 'html' | 'toc'> {
  const word = (): string =>
    random() < RARE_SHARE ? rareWord(random) : words[Math.floor(random() * words.length)]!;
  const text = (length: number): string => Array.from({ length }, word).join(' ');
  const { title, description, heading, headings, body } = LENGTHS;
  return {
    title: text(title),
    description: text(description),
    html: `<p>${text(body)}</p>`,
    toc: Array.from({ length: headings }, (_, n) => ({ depth: 2, id: `h${n}`, text: text(heading) })),
  };
}

/** @returns a word of three to five syllables. */
function rareWord(random: () => number): string {
  const spoken = seededRandom(`word ${Math.floor(random() * RARE_WORDS)}`);
  const one = (letters: string): string => letters[Math.floor(spoken() * letters.length)]!;
  const syllables = 3 + Math.floor(spoken() * 3);
  return Array.from({ length: syllables }, () => one('bcdfglmnprstv') + one('aeiou')).join('');
}
