import { expect, it } from 'vitest';
import type { Post } from '../../src/content-schemas.ts';
import { buildNoteIndex } from '../../src/search/note-index.ts';
import { MOST_FOUND, openIndex } from '../../src/search/note-search.ts';
import { samplePost } from '../sample-posts.ts';

const NOTES = [
  samplePost({ slug: 'validators', title: 'Strong validators', tags: ['web-development'] }),
  samplePost({ slug: 'queues', title: 'Back-pressure in queues', html: '<p>It validates nothing.</p>' }),
  samplePost({
    slug: 'slots',
    title: 'Updates by slots',
    description: 'A validator for firmware.',
    toc: [{ depth: 2, id: 'rollback', text: 'Rollback' }],
    html: '<p>Zürich &#x26; jitter</p><pre>secretcode setTimeout</pre> A/B',
  }),
];

/** Converts the index through JSON, like for the browser. */
function search(posts: Post[]) {
  return openIndex(JSON.parse(JSON.stringify(buildNoteIndex(posts))) as ReturnType<typeof buildNoteIndex>);
}

it.each([
  ['validators', ['validators', 'slots', 'queues']],
  ['strnog', []],
  ['stronk', ['validators']],
  ['VALIDATORS strong', ['validators']],
  ['valida', ['validators', 'slots', 'queues']],
  ['validaters', ['validators', 'slots', 'queues']],
  ['validatin', ['validators', 'slots', 'queues']],
  ['validation', ['validators', 'slots', 'queues']],
  ['jittr', ['slots']],
  ['jitter nowhere', ['slots']],
  ['zurich', ['slots']],
  ['roll', ['slots']],
  ['web development', ['validators']],
  ['the queues', ['queues']],
  ['secretcode', ['slots']],
  ['timeout', ['slots']],
  ['settimeout', ['slots']],
  ['B', ['slots']],
  ['A/B', ['slots']],
  ['validators jitter', ['slots']],
  ['__proto__', []],
  ['constructor', []],
  ['the', []],
  ['<>&"', []],
])('finds for %j, the best first: %j', (query, slugs) => {
  expect(search(NOTES)(query).map(({ slug }) => slug)).toEqual(slugs);
});

it('marks the matching words, and says that some are only in the text', () => {
  const [note] = search(NOTES)('jitter slots');
  expect(note).toEqual({
    slug: 'slots',
    title: ['Updates by ', 'slots', ''],
    description: ['A validator for firmware.'],
    date: '2026-02-10',
    minutes: 1,
    tags: ['Robotics'],
    terms: ['jitter', 'slot'],
    inText: true,
  });
});

it('marks a word that is the beginning of another word of the note', () => {
  const cat = samplePost({ slug: 'pets', title: 'A cat of the house', html: '<p>catalog</p>' });
  expect(search([cat])('cat')[0]?.title).toEqual(['A ', 'cat', ' of the house']);
});

it('returns a limited number of the best matches', () => {
  const many = Array.from({ length: MOST_FOUND + 5 }, (_, n) => samplePost({ slug: `robots-${n}` }));
  expect(search(many)('robots')).toHaveLength(MOST_FOUND);
});
