import { EditedRelease } from './edited-release.ts';

interface Post {
  slug: string;
  title: string;
  date: string;
  related: string[];
}

/** Adds copies of the first post to the blog's release. @param count number of all posts */
export function addPosts(folder: string, count: number): void {
  const edited = new EditedRelease(folder);
  const summaries = JSON.parse(edited.read('data/posts/index.json')) as Post[];
  const model = JSON.parse(edited.read(`data/posts/${summaries[0]!.slug}.json`)) as Post;
  const [summary] = summaries;
  for (let i = summaries.length; i < count; i++) {
    const own = { slug: `synthetic-${i}`, title: `Synthetic post ${i}`, date: '2020-01-01', related: [] };
    summaries.push({ ...summary!, ...own });
    edited.write(`data/posts/${own.slug}.json`, JSON.stringify({ ...model, ...own }));
  }
  edited.write('data/posts/index.json', JSON.stringify(summaries));
  edited.publish();
}
