import type { ReactElement } from 'react';
import type { PostSummary } from '../content-schemas.ts';
import { formatDay } from '../post-date.ts';

/** Day and reading time of a post. */
export function PostFacts({ post }: { post: Pick<PostSummary, 'date' | 'minutes'> }): ReactElement {
  return (
    <span className="label">
      <time dateTime={post.date}>{formatDay(post.date)}</time> · {post.minutes} min
    </span>
  );
}
