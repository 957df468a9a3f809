/**
 * Fetches a script without running it, at the lowest priority.
 * @param integrity Subresource Integrity; absent: the value of the document's import map, if any
 * @returns rejects when the script fails to load or has another hash. Does nothing in a browser without support
 */
export function preloadModule(document: Document, url: string, integrity: string | undefined): Promise<void> {
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
