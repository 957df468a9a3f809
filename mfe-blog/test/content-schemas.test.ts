import { describe, expect, it } from 'vitest';
import { posts } from '../src/content-schemas.ts';

const good = {
  title: 'A title of a post',
  description: 'A description that is long enough to say what a reader will find in the post itself.',
  date: '2026-02-10',
  tags: ['robotics'],
  related: ['another-post'],
};

it('accepts the front matter of a post', () => {
  expect(posts.safeParse(good).success).toBe(true);
});

describe('the schema of posts', () => {
  it.each([
    ['with a day that does not exist', { date: '2026-02-30' }],
    ['without tags', { tags: [] }],
    ['with a tag that is not a slug', { tags: ['Two Words'] }],
    ['with a title that is too long', { title: 'x'.repeat(91) }],
    ['with an unknown field', { author: 'someone' }],
  ])('refuses front matter %s', (_, change) => {
    expect(posts.safeParse({ ...good, ...change }).success).toBe(false);
  });
});
