import { expect, it } from 'vitest';
import { buildNoteIndex } from '../../src/search/note-index.ts';
import { openIndex } from '../../src/search/note-search.ts';
import { samplePost } from '../sample-posts.ts';

const word = (n: number): string => `w${n.toString(36)}x`;
const text = (count: number): string => Array.from({ length: count }, (_, n) => word(n)).join(' ');

it('is the same for the same notes', () => {
  const posts = ['one', 'two', 'three'].map((slug) =>
    samplePost({ slug, html: `<p>${text(300)} ${slug}</p>` }),
  );
  expect(JSON.stringify(buildNoteIndex(posts))).toBe(JSON.stringify(buildNoteIndex(posts)));
});

it('has of a long text the words that tell most about it: those that others have not', () => {
  const posts = ['alpha', 'beta'].map((own) =>
    samplePost({ slug: `note-${own}`, html: `<p>${text(400)} ${own}</p>` }),
  );
  expect(openIndex(buildNoteIndex(posts))('beta').map(({ slug }) => slug)).toEqual(['note-beta']);
});

it('is empty without notes', () => {
  expect(openIndex(buildNoteIndex([]))('anything')).toEqual([]);
});
