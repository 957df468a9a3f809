/**
 * Loads a script that must be as `integrity` says; whoever imports it after that gets what was loaded. An element of its own, since not
 * every browser looks at the `integrity` of a `modulepreload`, or keeps what that has fetched for an import (Safari).
 * @param integrity Subresource Integrity
 * @returns rejects when the script does not come, or is another. A browser that checks no scripts ahead does nothing
 */
export function loadModule(document: Document, url: string, integrity: string): Promise<void> {
  if (!document.createElement('link').relList.supports('modulepreload')) return Promise.resolve();
  const script = document.createElement('script');
  script.type = 'module';
  script.fetchPriority = 'high';
  script.integrity = integrity;
  script.src = url;
  const settled = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${url} did not load`)));
  });
  document.head.append(script);
  return settled;
}
