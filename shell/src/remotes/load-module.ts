/**
 * Loads a script with `integrity`; later imports get the loaded module. It uses a script element, since not
 * every browser checks the `integrity` of a `modulepreload`, or reuses its response for an import (Safari).
 * @param integrity Subresource Integrity
 * @returns rejects when the script fails to load or has another hash. Does nothing in a browser without this check
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
