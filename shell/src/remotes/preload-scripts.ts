/**
 * Fetches what a page needs without running or applying it, behind everything else the browser does.
 * @param styles are fetched into the cache only: a preload that is not used soon is complained about by browsers
 * @returns resolves when all have arrived or failed
 */
export function preloadScripts(
  document: Document,
  scripts: readonly string[],
  styles: readonly string[],
  fetch: typeof window.fetch,
): Promise<unknown> {
  const applied = new Set([...document.querySelectorAll('link')].map((link) => link.getAttribute('href')));
  const wanted = styles.filter((url) => !applied.has(url));
  return Promise.allSettled([
    ...scripts.filter((url) => !applied.has(url)).map((url) => preloadModule(document, url)),
    ...wanted.map((url) => fetch(url, { priority: 'low' }).then((response) => response.arrayBuffer())),
  ]);
}

function preloadModule(document: Document, url: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.fetchPriority = 'low';
  link.href = url;
  const settled = new Promise<void>((resolve) => {
    for (const type of ['load', 'error']) link.addEventListener(type, () => resolve());
  });
  document.head.append(link);
  return settled;
}
