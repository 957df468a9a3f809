import type { Post } from '../src/content-schemas.ts';

/** A post as the build compiles it. */
export function samplePost(part: Partial<Post> & { slug: string }): Post {
  return {
    title: `About ${part.slug}`,
    description: 'What we tried.',
    date: '2026-02-10',
    tags: ['robotics'],
    related: [],
    words: 100,
    minutes: 1,
    html: '<p>Nothing else.</p>',
    toc: [],
    ...part,
  };
}
