import { expect, test } from 'vitest';
import { bucketsOf, createTagGenerations } from '../../../../src/serving/upstreams/held/tag-generations.ts';

const stored = (app: string, tag: string, generation: number) =>
  bucketsOf([tag]).map((bucket) => ({ app, bucket, generation }));

test('an invalidation changes the number of its app and tag, and of no other', () => {
  const generations = createTagGenerations();
  const sums = () => [
    generations.sum('blog', ['posts', 'home']),
    generations.sum('blog', ['home']),
    generations.sum('legal', ['posts']),
    generations.sum('blog', []),
  ];
  expect(sums()).toEqual([0, 0, 0, 0]);
  generations.apply(stored('blog', 'posts', 1));
  expect(sums()).toEqual([1, 0, 0, 0]);
  generations.apply(stored('blog', 'home', 3));
  expect(sums()).toEqual([4, 3, 0, 0]);
});

test('what is read late changes nothing', () => {
  const generations = createTagGenerations();
  generations.apply(stored('blog', 'posts', 2));
  generations.apply(stored('blog', 'posts', 1));
  expect(generations.sum('blog', ['posts'])).toBe(2);
});

test('any number of tags takes up so many counters', () => {
  const tags = Array.from({ length: 20_000 }, (_, index) => `post:${index}`);
  const buckets = bucketsOf(tags);
  expect(buckets.length).toBeLessThanOrEqual(1_024);
  expect(buckets.length).toBeGreaterThan(1_000);
  expect(bucketsOf(['a', 'a'])).toHaveLength(1);
});
