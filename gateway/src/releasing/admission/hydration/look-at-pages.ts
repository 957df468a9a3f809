import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import { candidatePages } from './candidate-pages.ts';
import type { Hydrator } from './hydrator.ts';

export interface LookOptions {
  hydrate: Hydrator;
  /** The app whose pages are hydrated. */
  app: string;
  now: () => number;
}

/** Each further page would slow down visitors. */
const MOST_PAGES = 3;

/**
 * Hydrates some live pages again, although they have passed before.
 * @returns their defects, one line each. A page that could not be tried is no defect.
 */
export async function lookAtPages(
  served: ServedComposition,
  { hydrate, app, now }: LookOptions,
): Promise<string[]> {
  const unlimited = { signal: new AbortController().signal, hurry: () => false, enough: () => false };
  const hydration = hydrate(served.releases, unlimited, served.scripts.tables?.body);
  try {
    const year = new Date(now()).getUTCFullYear();
    const affected = (name: string): boolean => name === app;
    const pages = await candidatePages(served, { pagesPerRoute: 1, affected, year });
    const { failed } = await hydration.pages(pages.slice(0, MOST_PAGES));
    const tried = failed.filter(({ untried }) => !untried);
    return tried.map(({ page, reason, at }) => {
      const place = at[0] === undefined ? '' : ` at ${at[0]}`;
      return `${page.path} fails in the browser: ${reason}${place}`;
    });
  } finally {
    hydration.end();
  }
}
