import type { Bench } from './run.ts';
import { createSiteFolder, type SiteFolder } from './support/server-process.ts';
import { addPosts } from './support/synthetic-posts.ts';
import { type Row, atMost, kilobytes, figure } from './support/table.ts';

const POSTS = 10_000;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

const bench: Bench = {
  title: 'Starts',
  async measure() {
    const site = createSiteFolder((folders) => addPosts(folders['blog']!, POSTS));
    try {
      return [
        ...(await start(site, 'from folders', 15_000)),
        ...(await start(site, 'from the store', 2_000)),
      ];
    } finally {
      site.remove();
    }
  },
};
export default bench;

/** @throws Error if the page does not answer 200 */
async function start(site: SiteFolder, what: string, bar: number): Promise<Row[]> {
  const began = performance.now();
  const server = await site.start();
  try {
    const { status } = await fetch(`${server.url}/blog/synthetic-${POSTS - 1}`);
    const ms = performance.now() - began;
    if (status !== 200) throw new Error(`the page answers ${status}`);
    return [
      atMost(`${POSTS} posts: start to the first page, ${what}`, ms, bar, seconds),
      figure(`resident memory, ${what}`, kilobytes(server.usage().residentBytes)),
    ];
  } finally {
    await server.stop();
  }
}
