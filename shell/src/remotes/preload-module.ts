/**
 * Fetches a script without running it, behind everything else the browser does.
 * @param integrity Subresource Integrity; absent: the value of the document's import map, if any
 * @returns rejects when the script does not come, or is another. A browser that cannot do it does nothing
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
