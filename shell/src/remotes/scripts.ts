import type { ImportMap } from '@voltframe/kit/contract/page/page-data';

export interface ScriptPorts {
  document: Document;
  /** The import map of the document: the browser checks the scripts in it. */
  own: ImportMap;
  /** Import map of the site; requested for a script that is not in the document's map. */
  tables(): Promise<ImportMap>;
  importModule(url: string): Promise<unknown>;
}

/**
 * Imports scripts by the name that code gives them (`/assets/blog/pages.blog.post.js`), or by the address of the file.
 * A script with another hash than in the composition never runs.
 * @returns imports a script by its name. Rejects when it cannot be loaded or has another hash; the next call tries
 * again
 */
export function createScripts({
  document,
  own,
  tables,
  importModule,
}: ScriptPorts): (name: string) => Promise<unknown> {
  const failures = new Map<string, number>();
  return async (name) => {
    const isOwn = name in own.imports || name in own.integrity;
    const { imports, integrity } = isOwn ? own : await tables();
    const url = imports[name] ?? name;
    const failed = failures.get(url) ?? 0;
    // Browsers remember a failed module; another address starts a new request.
    const address = failed > 0 ? `${url}?retry=${failed}` : url;
    try {
      if (integrity[url] && (!isOwn || failed > 0)) await loadModule(document, address, integrity[url]);
      return await importModule(address);
    } catch (error) {
      failures.set(url, failed + 1);
      throw error;
    }
  };
}

/**
 * Loads a script with `integrity`; later imports get the loaded module. It uses a script element, since not
 * every browser checks the `integrity` of a `modulepreload`, or reuses its response for an import (Safari).
 * @param integrity Subresource Integrity
 * @returns rejects when the script fails to load or has another hash. Does nothing in a browser without this check
 */
function loadModule(document: Document, url: string, integrity: string): Promise<void> {
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

/** @returns that of the document. */
export function readImportMap(document: Document): ImportMap {
  const text = document.querySelector('script[type=importmap]')?.textContent ?? '{}';
  return { imports: {}, integrity: {}, ...(JSON.parse(text) as Partial<ImportMap>) };
}
