/** Visitors who request pages, and their results. */
export interface OrdinaryVisitors {
  /** Ends the visits. @returns their number, and the failures as `/path: reason`. */
  stop(): Promise<{ visits: number; failures: string[] }>;
}

/** Milliseconds between two visits: 20 a second. */
const EVERY_MS = 50;
/** The limit of pending visits, over which no visit starts. */
const MOST_AT_ONCE = 60;
const MOST_VISITS = 500_000;
/** Time after which a visitor gives up, in milliseconds. */
const PATIENCE_MS = 60_000;
const NETWORKS = 200;

/** @param pages existing pages. */
export function startVisitors(url: string, pages: readonly string[]): OrdinaryVisitors {
  const failures: string[] = [];
  const waiting = new Set<Promise<void>>();
  let visits = 0;
  const visit = async (count: number): Promise<void> => {
    const page = pages[count % pages.length]!;
    const headers = { 'x-forwarded-for': `203.0.113.${count % NETWORKS}` };
    try {
      const response = await fetch(url + page, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
      const text = await response.text();
      if (response.status !== 200 || !text.includes('</html>')) failures.push(`${page}: ${response.status}`);
    } catch (error) {
      failures.push(`${page}: ${String(error)}`);
    }
  };
  const timer = setInterval(() => {
    if (waiting.size >= MOST_AT_ONCE || visits >= MOST_VISITS) return;
    const one = visit(visits++);
    waiting.add(one);
    void one.finally(() => waiting.delete(one));
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(waiting);
      return { visits, failures };
    },
  };
}
