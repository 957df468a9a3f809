import { type ReactElement, useEffect, useRef } from 'react';
import { Island, Link, type PageProps } from '@voltframe/kit/react';
import { LineArt } from '@voltframe/kit/react/components/line-art';
import { Prose } from '@voltframe/kit/react/components/prose';
import { clipboard } from '@voltframe/kit/react/refusable';
import { TableOfContents } from '@voltframe/kit/react/components/table-of-contents';
import code from '../components/code.module.css';
import { addCopyButtons } from '../components/copy-buttons.ts';
import { PostCard } from '../components/post-card.tsx';
import { PostFacts } from '../components/post-facts.tsx';
import grid from '../components/post-grid.module.css';
import { contactTopic, tagLabel } from '../tag-label.ts';
import styles from './post.module.css';
import type { PostData } from './post.server.ts';
import { SECTION } from '../section.ts';

export default function PostPage({ data, path }: PageProps<PostData>): ReactElement {
  const { post, picture, related } = data;
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => (text.current ? addCopyButtons(text.current, clipboard()) : undefined), []);
  return (
    <>
      <article className={`lines ${styles['post']}`}>
        <header className={styles['head']}>
          <PostFacts post={post} />
          <h1 className={styles['title']} tabIndex={-1} data-shared={`title ${path}`}>
            {post.title}
          </h1>
          <p className={styles['description']}>{post.description}</p>
          <Tags tags={post.tags} />
        </header>
        <div className={`frame ${styles['picture']}`} data-shared={`picture ${path}`}>
          <LineArt svg={picture} />
        </div>
        <aside className={styles['toc']}>
          <TableOfContents entries={post.toc} />
        </aside>
        <div className={`${styles['text']} ${code['code']}`}>
          <Prose ref={text} html={post.html} />
        </div>
        <div className={styles['helpful']}>
          <Island
            name="WasHelpful"
            props={{ subject: 'note', title: post.title, topic: contactTopic(post.tags) }}
          />
        </div>
      </article>
      <Neighbours {...data} />
      {related.length > 0 ? (
        <section className={`lines ${styles['related']}`} aria-labelledby="related">
          <h2 id="related" className="label">
            read next
          </h2>
          <div className={`${grid['grid']} ${grid['few']}`}>
            {related.map((other) => (
              <PostCard key={other.slug} post={other} level={3} />
            ))}
          </div>
        </section>
      ) : null}
    </>
  );
}

function Tags({ tags }: { tags: string[] }): ReactElement {
  return (
    <ul className={styles['tags']} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={`${SECTION}?tag=${tag}`}>{tagLabel(tag)}</Link>
        </li>
      ))}
    </ul>
  );
}

function Neighbours({ older, newer }: PostData): ReactElement {
  return (
    <nav className={`lines ${styles['neighbours']}`} aria-label="More posts">
      {newer ? (
        <Link to={`${SECTION}/${newer.slug}`} className={styles['newer']} rel="next">
          <span className="label">← newer</span>
          {newer.title}
        </Link>
      ) : null}
      {older ? (
        <Link to={`${SECTION}/${older.slug}`} className={styles['older']} rel="prev">
          <span className="label">older →</span>
          {older.title}
        </Link>
      ) : null}
    </nav>
  );
}
