import { z } from 'zod';
import { defineMfe } from '@voltframe/kit/contract/release/mfe-config';
import { type Post, type PostSummary, posts } from './src/content-schemas.ts';
import { formatDay } from './src/post-date.ts';
import { POST_DRAWINGS } from './src/post-drawings.ts';
import { buildNoteIndex } from './src/search/note-index.ts';
import { INDEX_PATH, SECTION } from './src/section.ts';

/** The blog: its list, its posts, and islands for pages of all apps. */
export default defineMfe({
  name: 'blog',
  team: 'Notes from the bench',
  routes: [
    {
      id: 'blog.list',
      path: SECTION,
      page: './src/pages/list.tsx',
      server: './src/pages/list.server.ts',
      prerender: true,
      card: () => ({ label: 'Voltframe · blog', title: 'Notes from the bench.' }),
      query: { tag: { samples: ['security'] }, q: { samples: ['caching'] } },
    },
    {
      id: 'blog.post',
      path: `${SECTION}/:slug`,
      page: './src/pages/post.tsx',
      server: './src/pages/post.server.ts',
      prerender: true,
    },
  ],
  navigation: { blog: { route: 'blog.list', label: 'Blog' } },
  islands: {
    LatestPosts: {
      component: './src/islands/latest-posts.tsx',
      server: './src/islands/latest-posts.server.ts',
      props: z.strictObject({ count: z.int().min(1).max(6).optional() }),
    },
    CodeSample: {
      component: './src/islands/code-sample.tsx',
      interactive: true,
      props: z.strictObject({ code: z.string().max(500) }),
    },
  },
  resources: { [`${SECTION}/feed.xml`]: './src/feed.ts', [INDEX_PATH]: './src/search-index.ts' },
  content: {
    posts: {
      markdown: 'content/posts/*.md',
      schema: posts,
      sort: '-date',
      card: ({ slug, title, date, minutes }: PostSummary) => ({
        title,
        drawing: POST_DRAWINGS[slug],
        label: `Voltframe · ${formatDay(date)} · ${minutes} min`,
      }),
    },
    search: { derive: (entries) => buildNoteIndex(entries<Post>('posts')) },
  },
});
