import type { IslandLoader } from '@voltframe/kit/contract/page/page-server';
import type { PostSummary } from '../content-schemas.ts';
import { toCard } from '../to-card.ts';

const DEFAULT_COUNT = 3;
const MAX_COUNT = 6;

/** @param props.count how many posts, 1 to 6 */
export const loader: IslandLoader = async ({ content, props }) => {
  const count = typeof props['count'] === 'number' ? Math.trunc(props['count']) : DEFAULT_COUNT;
  const posts = await content.list<PostSummary>('posts');
  return { posts: posts.slice(0, Math.min(Math.max(count, 1), MAX_COUNT)).map(toCard) };
};
