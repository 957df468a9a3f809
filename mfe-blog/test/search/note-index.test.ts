import { expect, it } from 'vitest';
import { buildNoteIndex } from '../../src/search/note-index.ts';
import { openIndex } from '../../src/search/note-search.ts';
import { samplePost } from '../sample-posts.ts';

const word = (n: number): string => `w${n.toString(36)}x`;
const text = (count: number): string => Array.from({ length: count }, (_, n) => word(n)).join(' ');

it('is deterministic', () => {
  const posts = ['one', 'two', 'three'].map((slug) =>
    samplePost({ slug, html: `<p>${text(300)} ${slug}</p>` }),
  );
  expect(JSON.stringify(buildNoteIndex(posts))).toBe(JSON.stringify(buildNoteIndex(posts)));
});

/** @returns finds the slugs of the notes that have a word. */
function searchIn(posts: ReturnType<typeof samplePost>[]): (query: string) => string[] {
  const search = openIndex(buildNoteIndex(posts));
  return (query) => search(query).map(({ slug }) => slug);
}

it('contains every word of fourteen notes', () => {
  const posts = Array.from({ length: 14 }, (_, n) =>
    samplePost({ slug: `note-${n}`, html: `<p>${text(1_000)} own${n}q</p>` }),
  );
  const found = searchIn(posts);
  expect(found('own7q')[0]).toBe('note-7');
  const everywhere = [word(0), word(500), word(999)].map((one) => found(one).length);
  expect(everywhere).toEqual([14, 14, 14]);
});

it('contains the most specific words of many long texts', () => {
  const posts = Array.from({ length: 40 }, (_, n) =>
    samplePost({ slug: `note-${n}`, html: `<p>${text(500)} own${n}q</p>` }),
  );
  const found = searchIn(posts);
  expect(found('own7q')[0]).toBe('note-7');
  expect(posts.filter((_, n) => found(word(n)).length < 40)).not.toEqual([]);
});

it('leaves out a prefix of another word, which still matches', () => {
  const posts = [samplePost({ slug: 'queues', html: '<p>cat catalog q</p>' })];
  expect(Object.values(buildNoteIndex(posts).words).join(' ').split(' ')).toEqual(['catalog', 'q']);
  expect(searchIn(posts)('cat')).toEqual(['queues']);
});

it('is empty without notes', () => {
  expect(openIndex(buildNoteIndex([]))('anything')).toEqual([]);
});
