import type { LoaderContext, PageHead, PathEntry } from '@voltframe/kit/contract/page/page-server';
import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import type { CardPost } from '../components/post-card.tsx';
import type { Post, PostSummary } from '../content-schemas.ts';
import { SECTION } from '../section.ts';
import { POST_DRAWINGS } from '../post-drawings.ts';
import { tagLabel } from '../tag-label.ts';
import { toCard } from '../to-card.ts';

type Context = LoaderContext<{ slug: string }>;
type Neighbour = Pick<PostSummary, 'slug' | 'title'>;

export interface PostData {
  post: Omit<Post, 'tags' | 'related'>;
  picture: string;
  /** With their labels, so that this page needs no table of labels in the browser. */
  tags: { slug: string; label: string }[];
  older: Neighbour | null;
  newer: Neighbour | null;
  related: CardPost[];
}

export async function validate({ content, params }: Context): Promise<boolean> {
  return (await content.entry('posts', params.slug)) !== undefined;
}

export async function loader({ content, params }: Context): Promise<PostData> {
  const { tags, related, ...post } = (await content.entry<Post>('posts', params.slug))!;
  const posts = await content.list<PostSummary>('posts');
  const index = posts.findIndex(({ slug }) => slug === post.slug);
  const neighbour = (at: number): Neighbour | null => {
    const found = posts[at];
    return found ? { slug: found.slug, title: found.title } : null;
  };
  const [older, newer] = [neighbour(index + 1), neighbour(index - 1)];
  return {
    post,
    picture: drawingSvg(POST_DRAWINGS[post.slug]),
    tags: tags.map((slug) => ({ slug, label: tagLabel(slug) })),
    older,
    newer,
    related: related.flatMap((slug) => posts.find((other) => other.slug === slug) ?? []).map(toCard),
  };
}

export function head({ data: { post, tags }, site }: Context & { data: PostData }): Partial<PageHead> {
  const { title, description, date, card } = post;
  const article = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: date,
    keywords: tags.map(({ label }) => label).join(', '),
    author: { '@type': 'Organization', name: site.name, url: site.url },
    ...(card && { image: site.url + card.src }),
    publisher: { '@type': 'Organization', name: site.name, url: site.url },
  };
  return { title, description, type: 'article', published: date, image: card, jsonLd: [article] };
}

export async function paths({ content }: LoaderContext): Promise<PathEntry[]> {
  const posts = await content.list<PostSummary>('posts');
  return posts.map(({ slug, date }) => ({ path: `${SECTION}/${slug}`, updated: date }));
}
