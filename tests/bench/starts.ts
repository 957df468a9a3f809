import type { Bench } from './run.ts';
import { createSiteFolder, type SiteFolder } from './support/server-process.ts';
import { addPosts } from './support/synthetic-posts.ts';
import { type Row, atMost, kilobytes, ratio, figure } from './support/table.ts';

const POSTS = 10_000;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** Time from the start of the process to the first page, and its memory. */
interface Start {
  ms: number;
  residentBytes: number;
}

const bench: Bench = {
  title: 'Starts',
  async measure() {
    const few = await startTwice(createSiteFolder(), '/blog');
    const many = await startTwice(
      createSiteFolder((folders) => addPosts(folders['blog']!, POSTS)),
      `/blog/synthetic-${POSTS - 1}`,
    );
    return [...rowsOf('four apps', few), ...rowsOf(`${POSTS} posts`, many, few)];
  },
};
export default bench;

interface Starts {
  fromFolders: Start;
  fromStore: Start;
}

async function startTwice(site: SiteFolder, page: string): Promise<Starts> {
  try {
    return { fromFolders: await startOnce(site, page), fromStore: await startOnce(site, page) };
  } finally {
    site.remove();
  }
}

/** @throws Error if the page does not answer 200 */
async function startOnce(site: SiteFolder, page: string): Promise<Start> {
  const began = performance.now();
  const server = await site.start();
  try {
    const { status } = await fetch(server.url + page);
    const ms = performance.now() - began;
    if (status !== 200) throw new Error(`${page} answers ${status}`);
    return { ms, residentBytes: server.usage().residentBytes };
  } finally {
    await server.stop();
  }
}

function rowsOf(what: string, { fromFolders, fromStore }: Starts, few?: Starts): Row[] {
  const started = `${what}: start to the first page`;
  if (!few)
    return [
      figure(`${started}, from folders`, seconds(fromFolders.ms)),
      figure(`${started}, from the store`, seconds(fromStore.ms)),
    ];
  return [
    atMost(`${started}, from folders`, fromFolders.ms, 15_000, seconds),
    figure('against four apps', ratio(fromFolders.ms / few.fromFolders.ms)),
    atMost(`${started}, from the store`, fromStore.ms, 2_000, seconds),
    figure('against four apps', ratio(fromStore.ms / few.fromStore.ms)),
    figure(`${what}: resident memory, from the store`, kilobytes(fromStore.residentBytes)),
  ];
}
