import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import { type Drawing, LineArt } from '@voltframe/kit/react/components/line-art';
import type { PostSummary } from '../content-schemas.ts';
import styles from './post-card.module.css';
import { PostFacts } from './post-facts.tsx';
import { SECTION } from '../section.ts';

export type CardPost = Pick<PostSummary, 'slug' | 'title' | 'description' | 'date' | 'minutes' | 'tags'> & {
  picture?: Drawing | undefined;
};

interface Props {
  post: CardPost;
  /** Level of its heading on the page. */
  level?: 2 | 3;
  /** The first post of a list: wide, with its picture beside it. */
  lead?: boolean;
}

/** A post in a list: its picture, its title and its first promise. */
export function PostCard({ post, level = 2, lead = false }: Props): ReactElement {
  const Heading = level === 2 ? 'h2' : 'h3';
  const path = `${SECTION}/${post.slug}`;
  return (
    <article className={`${styles['card']} ${lead ? styles['lead'] : ''}`}>
      <div className={`frame ${styles['picture']}`} data-shared={`picture ${path}`}>
        <LineArt drawing={post.picture} />
      </div>
      <div className={styles['text']}>
        <PostFacts post={post} />
        <Heading className={styles['title']} data-shared={`title ${path}`}>
          <Link to={path} className={styles['link']}>
            {post.title}
          </Link>
        </Heading>
        <p className={styles['description']}>{post.description}</p>
      </div>
    </article>
  );
}
