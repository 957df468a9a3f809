import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import { type CardPost, toCard } from '../components/post-card.tsx';
import type { PostSummary } from '../content-schemas.ts';

export interface ListData {
  posts: CardPost[];
}

export async function loader({ content }: LoaderContext): Promise<ListData> {
  return { posts: (await content.list<PostSummary>('posts')).map(toCard) };
}

export function head({ site }: { site: LoaderContext['site'] }): Partial<PageHead> {
  return {
    title: 'Blog',
    description:
      'Notes from the bench: what we tried, what broke and what we would do again, on software, devices and machines.',
    alternates: [
      { type: 'application/atom+xml', href: '/blog/feed.xml', title: `${site.name}: notes from the bench` },
    ],
  };
}
