import type { ContentEntry } from '@voltframe/kit/contract/page/page-server';
import { z } from 'zod';

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens');

/** Front matter of `content/posts/*.md`. */
export const posts = z.strictObject({
  title: z.string().min(10).max(90),
  description: z.string().min(60).max(170),
  date: z.iso.date(),
  tags: z.array(slug).min(1).max(4),
  /** Slugs of posts to read next. */
  related: z.array(slug).max(3),
});

export type PostSummary = z.infer<typeof posts> & ContentEntry;
export type Post = PostSummary & Required<Pick<ContentEntry, 'html' | 'toc'>>;
