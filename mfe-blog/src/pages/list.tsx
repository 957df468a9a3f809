import type { ReactElement } from 'react';
import { type PageProps, useSearchParams } from '@voltframe/kit/react';
import { FilterLinks } from '@voltframe/kit/react/components/filter-links';
import { type CardPost, PostCard } from '../components/post-card.tsx';
import grid from '../components/post-grid.module.css';
import { tagLabel } from '../post-date.ts';
import styles from './list.module.css';
import type { ListData } from './list.server.ts';
import { SECTION } from '../section.ts';

/** All posts, newest first; `?tag=` shows those of one tag, also without JavaScript. */
export default function ListPage({ data: { posts } }: PageProps<ListData>): ReactElement {
  const [search] = useSearchParams();
  const options = tagOptions(posts);
  const wanted = search.get('tag');
  const tag = options.find(({ value }) => value === wanted)?.value;
  const shown = tag ? posts.filter(({ tags }) => tags.includes(tag)) : posts;
  return (
    <div className={`lines ${styles['list']}`}>
      <header className={styles['head']}>
        <p className="label">[00] blog</p>
        <h1 className={styles['heading']} tabIndex={-1}>
          Notes from the bench.
        </h1>
        <p className={styles['lead']}>What we tried, what broke, and what we would do again.</p>
      </header>
      <div className={styles['filter']}>
        <FilterLinks label="Filter by tag" path={SECTION} parameter="tag" options={options} selected={tag} />
        <p className="label" role="status">
          {wanted === null || tag ? null : `No note has the tag “${wanted}”; here are all of them: `}
          {shown.length} of {posts.length} notes
        </p>
      </div>
      <div className={grid['grid']}>
        {shown.map((post, i) => (
          <PostCard key={post.slug} post={post} lead={i === 0} />
        ))}
      </div>
    </div>
  );
}

/** The tags in use, the most used first. */
function tagOptions(posts: CardPost[]): { value: string; label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([value, count]) => ({ value, label: tagLabel(value), count }));
}
