import type { ReactElement } from 'react';
import { type CardPost, PostCard } from '../components/post-card.tsx';
import styles from '../components/post-grid.module.css';

/** The newest posts, for other teams' pages. */
export default function LatestPosts({ posts }: { posts: CardPost[] }): ReactElement {
  return (
    <div className={styles['grid']}>
      {posts.map((post) => (
        <PostCard key={post.slug} post={post} level={3} />
      ))}
    </div>
  );
}
