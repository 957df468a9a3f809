import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import { type CardPost, toCard } from '../components/post-card.tsx';
import type { PostSummary } from '../content-schemas.ts';
import { tagLabel } from '../post-date.ts';
import { SECTION } from '../section.ts';

export interface ListData {
  posts: CardPost[];
}

/** The newest: a page that everybody can load. Older ones are reached from the sitemap and from other posts. */
export const MOST_LISTED = 200;

export async function loader({ content }: LoaderContext): Promise<ListData> {
  const posts = await content.list<PostSummary>('posts');
  return { posts: posts.slice(0, MOST_LISTED).map(toCard) };
}

export function head({ site, data }: { site: LoaderContext['site']; data: ListData }): Partial<PageHead> {
  const tags = data.posts.flatMap((post) => post.tags);
  return {
    title: 'Blog',
    choices: {
      parameter: 'tag',
      titles: Object.fromEntries(tags.map((tag) => [tag, `Notes on ${tagLabel(tag)}`])),
    },
    description:
      'Notes from the bench: what we tried, what broke and what we would do again, on software, devices and machines.',
    alternates: [
      {
        type: 'application/atom+xml',
        href: `${SECTION}/feed.xml`,
        title: `${site.name}: notes from the bench`,
      },
    ],
  };
}
