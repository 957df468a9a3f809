import type { ImportMap } from '@voltframe/kit/contract/page/page-data';
import { preloadModule } from './preload-module.ts';
import { documentFiles } from './stylesheets.ts';

/**
 * Fetches the files of a page without running or applying them, with low priority.
 * @param integrity of scripts by their addresses
 * @param styles are fetched into the cache only: browsers warn about a preload that is not used soon
 * @returns resolves when all have arrived or failed
 */
export function preloadScripts(
  document: Document,
  scripts: readonly string[],
  integrity: ImportMap['integrity'],
  styles: readonly string[],
  fetch: typeof window.fetch,
): Promise<unknown> {
  const applied = documentFiles(document);
  const wanted = styles.filter((url) => !applied.has(url));
  return Promise.allSettled([
    ...scripts.filter((url) => !applied.has(url)).map((url) => preloadModule(document, url, integrity[url])),
    ...wanted.map((url) => fetch(url, { priority: 'low' }).then((response) => response.arrayBuffer())),
  ]);
}
