import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { CardPost } from '../components/post-card.tsx';
import type { Post, PostSummary } from '../content-schemas.ts';
import { tagLabel } from '../tag-label.ts';
import { toCard } from '../to-card.ts';
import type { FindNotes } from '../search/load-search.ts';
import { type FoundNote, type NoteIndex, openIndex } from '../search/note-search.ts';
import { snippet } from '../search/snippet.ts';
import { normalQuery } from '../search/search-words.ts';
import type { ServerSearch } from '../search/use-note-search.ts';

export interface ListData {
  posts: CardPost[];
  /** The query `?q=` of the document with its results. */
  search: ServerSearch | null;
}

/** Limits the size of the page. The search, the sitemap and other posts link to older posts. */
export const MOST_LISTED = 200;

export async function loader({ content, query }: LoaderContext): Promise<ListData> {
  const posts = await content.list<PostSummary>('posts');
  const wanted = normalQuery(query?.['q'] ?? '');
  const search = wanted === '' ? null : { query: wanted, found: await findNotes(content, wanted) };
  return { posts: posts.slice(0, MOST_LISTED).map(toCard), search };
}

/** Kept until the content changes: opening the index takes longer than a search in it. */
let opened: { text: string; find: FindNotes } | undefined;

/** Results with a passage of their text. Each passage needs the whole text of a note. */
const MOST_SNIPPETS = 10;

async function findNotes(content: LoaderContext['content'], query: string): Promise<ServerSearch['found']> {
  const index = await content.data<NoteIndex>('search');
  const text = JSON.stringify(index);
  if (opened?.text !== text) opened = { text, find: openIndex(index) };
  const found = opened.find(query);
  const first = found.slice(0, MOST_SNIPPETS).map((note) => withSnippet(content, note));
  return [...(await Promise.all(first)), ...found.slice(MOST_SNIPPETS)];
}

async function withSnippet(content: LoaderContext['content'], note: FoundNote): Promise<FoundNote> {
  if (!note.inText) return note;
  const post = await content.entry<Post>('posts', note.slug);
  return { ...note, snippet: post && snippet(post.html, note.terms) };
}

export function head({ data }: { data: ListData }): Partial<PageHead> {
  const tags = data.posts.flatMap((post) => post.tags);
  return {
    title: 'Blog',
    indexable: data.search === null,
    choices: {
      parameter: 'tag',
      titles: Object.fromEntries(tags.map((tag) => [tag, `Notes on ${tagLabel(tag)}`])),
    },
    description:
      'Notes from the bench: what we tried, what broke and what we would do again, on software, devices and machines.',
  };
}
