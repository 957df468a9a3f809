import type { ReactElement } from 'react';
import { Link, type PageProps, useSearchParams } from '@voltframe/kit/react';
import { FilterLinks } from '@voltframe/kit/react/components/filter-links';
import { Onward } from '@voltframe/kit/react/components/onward';
import { FoundNotes } from '../components/found-notes.tsx';
import { type CardPost, PostCard } from '../components/post-card.tsx';
import grid from '../components/post-grid.module.css';
import { SearchForm } from '../components/search-form.tsx';
import { tagLabel } from '../tag-label.ts';
import { commonWords, wordsIn } from '../search/search-words.ts';
import { useNoteSearch } from '../search/use-note-search.ts';
import { useSearchKeys } from '../search/use-search-keys.ts';
import { useTypedQuery } from '../search/use-typed-query.ts';
import { SECTION } from '../section.ts';
import styles from './list.module.css';
import type { ListData } from './list.server.ts';

/** Without the newsletter, which is in the footer directly below. */
const WAYS = [
  { to: '/services', label: 'services', title: 'What we do with what we learn' },
  { to: `${SECTION}/feed.xml`, label: 'atom feed', title: 'New notes in your feed reader', external: true },
];

/** All posts, newest first. `?tag=` filters by tag and `?q=` by words, also without JavaScript. */
export default function ListPage({ data: { posts, search } }: PageProps<ListData>): ReactElement {
  const [params] = useSearchParams();
  const { query, box, typed, submit } = useTypedQuery(search?.query ?? '');
  const { found, failed, prepare } = useNoteSearch(query, search);
  const root = useSearchKeys();
  const options = tagOptions(posts);
  const wanted = query === '' ? params.get('tag') : null;
  const tag = options.find(({ value }) => value === wanted)?.value;
  const shown = tag ? posts.filter(({ tags }) => tags.includes(tag)) : posts;
  return (
    <div ref={root}>
      <div className={`lines ${styles['list']}`}>
        <header className={styles['head']}>
          <p className="label">[00] blog</p>
          <h1 className={styles['heading']} tabIndex={-1}>
            Notes from the bench.
          </h1>
          <p className={styles['lead']}>What we tried, what broke, and what we would do again.</p>
        </header>
        <div className={styles['filter']}>
          <SearchForm
            query={query}
            box={box}
            asksServer={failed}
            onTyped={typed}
            onSubmit={submit}
            onFocus={prepare}
          />
          {query === '' ? <TagFilter label="Filter by tag" posts={posts} selected={tag} /> : null}
          <div className={`label ${styles['outcome']}`}>
            <p role="status">
              {query === ''
                ? countText(wanted, tag, shown.length, posts.length)
                : foundText(query, found?.length, failed)}
            </p>
            {query === '' ? null : (
              <Link to={SECTION} className={styles['clear']}>
                Clear search
              </Link>
            )}
          </div>
        </div>
        <div id="notes">
          {found?.length === 0 ? (
            <TagFilter label="Topics of the notes" posts={posts} selected={query} />
          ) : found ? (
            <FoundNotes notes={found} />
          ) : (
            <div className={styles['notes']}>
              {shown.slice(0, 1).map((post) => (
                <PostCard key={post.slug} post={post} lead />
              ))}
              <div className={grid['grid']}>
                {shown.slice(1).map((post) => (
                  <PostCard key={post.slug} post={post} />
                ))}
              </div>
            </div>
          )}
        </div>
      </div>
      <Onward label="After the notes" ways={WAYS} />
    </div>
  );
}

interface TagFilterProps {
  label: string;
  posts: CardPost[];
  selected?: string | undefined;
}

function TagFilter({ label, posts, selected }: TagFilterProps): ReactElement {
  return (
    <FilterLinks
      label={label}
      path={SECTION}
      parameter="tag"
      options={tagOptions(posts)}
      selected={selected}
    />
  );
}

function countText(wanted: string | null, tag: string | undefined, shown: number, all: number): string {
  const unknown = wanted === null || tag ? '' : `No note has the tag “${wanted}”; here are all of them: `;
  return `${unknown}${shown} of ${all} notes`;
}

function foundText(query: string, count: number | undefined, failed: boolean): string {
  if (count === undefined)
    return failed
      ? 'The search index did not load. “Find” searches on the server.'
      : `Looking for “${query}” …`;
  const common = commonWords(query).map((word) => `“${word}”`);
  if (count === 0 && common.length === wordsIn(query).length && common.length > 0)
    return `${common.join(' and ')}: too common to look for. Add another word.`;
  const found = `${count === 0 ? 'No' : count} ${count === 1 ? 'note' : 'notes'} for “${query}”`;
  return common.length === 0 ? found : `${found}, without ${common.join(' and ')}: too common to look for`;
}

/** The tags in use, the most used first. */
function tagOptions(posts: CardPost[]): { value: string; label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const tag of posts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([value, count]) => ({ value, label: tagLabel(value), count }));
}
