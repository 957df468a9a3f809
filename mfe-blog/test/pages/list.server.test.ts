import { expect, it } from 'vitest';
import { buildNoteIndex } from '../../src/search/note-index.ts';
import { samplePost } from '../sample-posts.ts';
import { head, loader, MOST_LISTED } from '../../src/pages/list.server.ts';

const post = (slug: string, tags: string[] = []) => ({
  slug,
  title: slug,
  description: 'd',
  date: '2026-02-10',
  tags,
  html: '<p>',
});
const load = (posts: object[], query?: Record<string, string>) => {
  const index = buildNoteIndex(posts.map((one) => samplePost(one as { slug: string })));
  const entry = async (_: string, slug: string) =>
    posts.find((one) => (one as { slug: string }).slug === slug);
  return loader({ content: { list: async () => posts, data: async () => index, entry }, query } as never);
};

it('lists a limited number of the newest posts, without their texts', async () => {
  const { posts } = await load(Array.from({ length: MOST_LISTED + 1 }, (_, n) => post(`p${n}`)));
  expect([posts.length, posts[0]!.slug]).toEqual([MOST_LISTED, 'p0']);
  expect(posts[0]).not.toHaveProperty('html');
});

it('has a different title for each tag', async () => {
  const data = await load([post('a', ['robotics']), post('b', ['robotics', 'devops'])]);
  const { choices } = head({ data });
  expect(choices?.parameter).toBe('tag');
  expect(Object.keys(choices!.titles).toSorted()).toEqual(['devops', 'robotics']);
  expect(new Set(Object.values(choices!.titles)).size).toBe(2);
});

it.each([
  ['nothing', undefined, null, true],
  ['an empty query', { q: ' ' }, null, true],
  ['another parameter', { tag: 'robotics' }, null, true],
  ['words', { q: ' arms  ' }, { query: 'arms', slugs: ['arms'] }, false],
  ['words in no note', { q: 'none' }, { query: 'none', slugs: [] }, false],
])(
  'with %s returns the matches, and is indexable only without words',
  async (_, query, expected, indexed) => {
    const data = await load([post('arms'), post('legs')], query);
    const found = data.search && {
      query: data.search.query,
      slugs: data.search.found.map(({ slug }) => slug),
    };
    expect([found, head({ data }).indexable]).toEqual([expected, indexed]);
  },
);

it('shows a passage of the text only where the text has a match', async () => {
  const posts = [{ ...post('robots'), html: '<p>Also on legs.</p>' }, post('legs')];
  const { search } = await load(posts, { q: 'leg' });
  expect(search?.found.map(({ slug, snippet }) => [slug, snippet])).toEqual([
    ['legs', undefined],
    ['robots', ['Also on ', 'legs', '.']],
  ]);
});

it('searches in the current notes', async () => {
  const found = async (slug: string) => (await load([post(slug)], { q: 'arms' })).search?.found.length;
  expect([await found('arms'), await found('legs'), await found('arms')]).toEqual([1, 0, 1]);
});
