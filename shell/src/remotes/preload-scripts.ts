import type { ImportMap } from '@voltframe/kit/contract/page/page-data';
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

/**
 * Fetches a script without running it, at the lowest priority.
 * @param integrity Subresource Integrity; absent: the value of the document's import map, if any
 * @returns rejects when the script fails to load or has another hash. Does nothing in a browser without support
 */
function preloadModule(document: Document, url: string, integrity: string | undefined): Promise<void> {
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) return Promise.resolve();
  link.rel = 'modulepreload';
  link.fetchPriority = 'low';
  if (integrity) link.integrity = integrity;
  link.href = url;
  const settled = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${url} did not load`)));
  });
  document.head.append(link);
  return settled;
}
