import { expect, it } from 'vitest';
import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import { POST_DRAWINGS } from '../src/post-drawings.ts';
import { toCard } from '../src/to-card.ts';
import { samplePost } from './sample-posts.ts';

it('has the picture of the post, or the default drawing', () => {
  expect(toCard(samplePost({ slug: 'back-pressure-in-queues' })).picture).toBe(
    drawingSvg(POST_DRAWINGS['back-pressure-in-queues']),
  );
  expect(toCard(samplePost({ slug: 'new' })).picture).toBe(drawingSvg());
});
