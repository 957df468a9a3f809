import { expect, it } from 'vitest';
import { head, loader, paths, validate } from '../../src/pages/post.server.ts';

const post = (slug: string, related: string[] = []) => ({
  slug,
  title: slug.toUpperCase(),
  description: 'd',
  date: '2026-02-10',
  tags: ['robotics'],
  related,
});
/** Newest first. */
const posts = [post('c'), post('b', ['gone', 'a']), post('a')];
const content = {
  list: async () => posts,
  entry: async (_: string, slug: string) => posts.find((one) => one.slug === slug),
};
const context = (slug: string) =>
  ({ content, params: { slug }, site: { name: 'Site', url: 'https://site.test' } }) as never;

it.each([
  ['b', true],
  ['gone', false],
])('validates the slug %s: %s', async (slug, there) => expect(await validate(context(slug))).toBe(there));

it('links to its neighbours in time, and to existing related posts', async () => {
  const { older, newer, related } = await loader(context('b'));
  expect([older?.slug, newer?.slug, related.map(({ slug }) => slug)]).toEqual(['a', 'c', ['a']]);
  expect((await loader(context('a'))).older).toBeNull();
  expect((await loader(context('c'))).newer).toBeNull();
});

it('gives each tag with its label', async () => {
  const { tags } = await loader(context('b'));
  expect(tags).toEqual([{ slug: 'robotics', label: 'Robotics' }]);
});

it('has the head of an article, and a path with its day', async () => {
  const data = await loader(context('b'));
  expect(head({ ...(context('b') as object), data } as never)).toMatchObject({
    title: 'B',
    type: 'article',
    jsonLd: [
      {
        '@type': 'BlogPosting',
        headline: 'B',
        datePublished: '2026-02-10',
        keywords: 'Robotics',
        author: { name: 'Site' },
      },
    ],
  });
  expect((await paths(context('')))[0]).toEqual({ path: '/blog/c', updated: '2026-02-10' });
});
