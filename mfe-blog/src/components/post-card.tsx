import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import { LineArt } from '@voltframe/kit/react/components/line-art';
import type { PostSummary } from '../content-schemas.ts';
import styles from './post-card.module.css';
import { PostFacts } from './post-facts.tsx';
import { SECTION } from '../section.ts';

export type CardPost = Pick<PostSummary, 'slug' | 'title' | 'description' | 'date' | 'minutes' | 'tags'> & {
  /** SVG from `drawingSvg`. */
  picture: string;
};

interface Props {
  post: CardPost;
  /** Level of its heading on the page. */
  level?: 2 | 3;
  /** The first post of a list: wide, with the picture beside the text. */
  lead?: boolean;
}

/** A post in a list: picture, title, description. The whole card is one link. */
export function PostCard({ post, level = 2, lead = false }: Props): ReactElement {
  const Heading = level === 2 ? 'h2' : 'h3';
  const path = `${SECTION}/${post.slug}`;
  return (
    <article className={lead ? styles['lead'] : undefined}>
      <Link to={path} className={styles['card']}>
        <div className={`frame ${styles['picture']}`} data-shared={`picture ${path}`}>
          <LineArt svg={post.picture} />
        </div>
        <div className={styles['text']}>
          <PostFacts post={post} />
          <Heading className={styles['title']} data-shared={`title ${path}`}>
            {post.title}
          </Heading>
          <p className={styles['description']}>{post.description}</p>
        </div>
      </Link>
    </article>
  );
}
