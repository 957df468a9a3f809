import { setTimeout as sleep } from 'node:timers/promises';
import { SITE } from './docker.ts';

/** Every page of the site except a post. */
export const PAGES = [
  '/',
  '/about',
  '/services',
  '/portfolio',
  '/careers',
  '/contact',
  '/blog',
  '/terms',
  '/privacy',
] as const;

/** Longer than a front holds a request, also on a busy machine. The steps report the longest wait. */
const REQUEST_LIMIT_MS = 60_000;
/** Few, because other programs share the machine. */
const VISITORS = 4;
const PAUSE_MS = 50;

export interface Visits {
  requests: number;
  failed: number;
  /** One line for each failed request: milliseconds since the start, path, reason. */
  failures: string[];
  /** Longest time without a correct answer, in milliseconds. */
  longestGapMs: number;
  slowestMs: number;
}

/** @returns undefined if the page is correct, otherwise the defect */
export async function visit(path: string, site = SITE): Promise<string | undefined> {
  try {
    const response = await fetch(site + path, { signal: AbortSignal.timeout(REQUEST_LIMIT_MS) });
    const text = await response.text();
    if (response.status !== 200) return `status ${response.status}`;
    if (!response.headers.get('x-composition')) return 'no x-composition';
    return text.endsWith('</html>') || text.trimEnd().endsWith('</html>') ? undefined : 'incomplete page';
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message || cause.name : message;
  }
}

/** Visitors request pages in turn while `during` runs, and for one more second. */
export async function whileVisited(
  during: () => Promise<void>,
  site = SITE,
  pages: readonly string[] = PAGES,
): Promise<Visits> {
  const started = performance.now();
  const visits: Visits = { requests: 0, failed: 0, failures: [], longestGapMs: 0, slowestMs: 0 };
  const ending = new AbortController();
  let lastRight = started;
  const visitor = async (offset: number): Promise<void> => {
    for (let turn = offset; !ending.signal.aborted; turn++) {
      const path = pages[turn % pages.length]!;
      const asked = performance.now();
      const failure = await visit(path, site);
      const answered = performance.now();
      visits.requests++;
      visits.slowestMs = Math.max(visits.slowestMs, Math.round(answered - asked));
      if (failure) {
        visits.failed++;
        visits.failures.push(`${Math.round(answered - started)} ms ${path}: ${failure}`);
      } else {
        visits.longestGapMs = Math.max(visits.longestGapMs, Math.round(answered - lastRight));
        lastRight = answered;
      }
      await sleep(PAUSE_MS);
    }
  };
  const visitors = Array.from({ length: VISITORS }, (_, index) => visitor(index * 3));
  try {
    await during();
    await sleep(1_000);
  } finally {
    ending.abort();
    await Promise.all(visitors);
  }
  return visits;
}

/** Id of the composition that the site serves; undefined when it serves none. */
export async function composition(site = SITE): Promise<string | undefined> {
  const response = await fetch(`${site}/-/ready`, { signal: AbortSignal.timeout(REQUEST_LIMIT_MS) });
  const { composition: id } = (await response.json()) as { composition?: string };
  return id;
}

export const isReady = async (site = SITE): Promise<boolean> => (await composition(site)) !== undefined;
