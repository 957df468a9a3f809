import { expect, it } from 'vitest';
import { POST_DRAWINGS } from '../src/post-drawings.ts';
import { toCard } from '../src/to-card.ts';
import { samplePost } from './sample-posts.ts';

it('brings the picture of a post along, where it has one of its own', () => {
  expect(toCard(samplePost({ slug: 'back-pressure-in-queues' })).picture).toBe(
    POST_DRAWINGS['back-pressure-in-queues'],
  );
  expect(toCard(samplePost({ slug: 'new' })).picture).toBeUndefined();
});
