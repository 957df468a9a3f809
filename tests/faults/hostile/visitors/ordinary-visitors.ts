import { percentile } from '../../../bench/support/statistics.ts';

/** Visitors who request pages, and their results. */
export interface OrdinaryVisitors {
  /** Ends the visits. */
  stop(): Promise<{
    visits: number;
    /** `/path: reason`. */
    failures: string[];
    longestMs: number;
    p99Ms: number;
  }>;
}

type Answered = (url: string, visit: number) => Promise<{ status: number; text: string }>;

/** Milliseconds between two visits: 20 a second, without waiting for the answers. */
const EVERY_MS = 50;
/** The limit of pending visits, over which no visit starts. */
const MOST_AT_ONCE = 200;
/** Time after which a visitor gives up, in milliseconds. */
const PATIENCE_MS = 60_000;
const NETWORKS = 200;

/** @param pages existing pages. @param get requests a page; default: each time from another network. */
export function startVisitors(
  url: string,
  pages: readonly string[],
  get: Answered = getFromNetworks,
): OrdinaryVisitors {
  const failures: string[] = [];
  const waiting = new Set<Promise<void>>();
  const times: number[] = [];
  let visits = 0;
  const visit = async (count: number): Promise<void> => {
    const page = pages[count % pages.length]!;
    const asked = performance.now();
    const failure = await get(url + page, count).then(
      ({ status, text }) => (status === 200 && text.includes('</html>') ? undefined : String(status)),
      String,
    );
    times.push(performance.now() - asked);
    if (failure !== undefined) failures.push(`${page}: ${failure}`);
  };
  const timer = setInterval(() => {
    if (waiting.size >= MOST_AT_ONCE) return;
    const one = visit(visits++);
    waiting.add(one);
    void one.finally(() => waiting.delete(one));
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(waiting);
      const [longestMs, p99Ms] = [1, 0.99].map((share) => Math.round(percentile(times, share)));
      return { visits, failures, longestMs: longestMs!, p99Ms: p99Ms! };
    },
  };
}

const getFromNetworks: Answered = async (url, visit) => {
  const headers = { 'x-forwarded-for': `203.0.113.${visit % NETWORKS}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  return { status: response.status, text: await response.text() };
};
