import { type ReactElement, useEffect, useRef } from 'react';
import { Link, type PageProps, useSite } from '@voltframe/kit/react';
import { LineArt } from '@voltframe/kit/react/components/line-art';
import { Onward } from '@voltframe/kit/react/components/onward';
import { Prose } from '@voltframe/kit/react/components/prose';
import { clipboard } from '@voltframe/kit/react/refusable';
import { TableOfContents } from '@voltframe/kit/react/components/table-of-contents';
import code from '../components/code.module.css';
import { addCopyButtons } from '../components/copy-buttons.ts';
import { PostCard } from '../components/post-card.tsx';
import { PostFacts } from '../components/post-facts.tsx';
import styles from './post.module.css';
import type { PostData } from './post.server.ts';
import { SECTION } from '../section.ts';

export default function PostPage({ data, path }: PageProps<PostData>): ReactElement {
  const { post, picture, tags, related } = data;
  const site = useSite();
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => (text.current ? addCopyButtons(text.current, clipboard()) : undefined), []);
  return (
    <>
      <article className={`lines ${styles['post']}`}>
        <header className={styles['head']}>
          <p className="label">
            By {site.name} · <PostFacts post={post} />
          </p>
          <h1 className={styles['title']} tabIndex={-1} data-shared={`title ${path}`}>
            {post.title}
          </h1>
          <p className={styles['description']}>{post.description}</p>
          <Tags tags={tags} />
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
      </article>
      <Onward label="More notes" ways={waysOf(data)} />
      {related.length > 0 ? (
        <section className={`lines ${styles['related']}`} aria-labelledby="related">
          <h2 id="related" className="label">
            read next
          </h2>
          <div className={styles['next']}>
            {related.map((other) => (
              <PostCard key={other.slug} post={other} level={3} />
            ))}
          </div>
        </section>
      ) : null}
    </>
  );
}

function Tags({ tags }: Pick<PostData, 'tags'>): ReactElement {
  return (
    <ul className={styles['tags']} aria-label="Tags">
      {tags.map(({ slug, label }) => (
        <li key={slug}>
          <Link to={`${SECTION}?tag=${slug}`}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}

/** Links to the next newer and the next older note. */
function waysOf({ older, newer }: PostData) {
  const way = (label: string, post: PostData['older'], back: boolean) =>
    post ? [{ label, title: post.title, to: `${SECTION}/${post.slug}`, back }] : [];
  return [...way('newer note', newer, true), ...way('older note', older, false)];
}
