/** @returns addresses of the stylesheets and scripts that the document links or contains. */
export function documentFiles(document: Document): Set<string | null> {
  return new Set(
    [...document.querySelectorAll<HTMLElement>('link, style[data-href]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('data-href'),
    ),
  );
}

/**
 * Loads the stylesheets that the document does not have yet.
 * @param urls addresses, in order
 * @returns resolves when all apply; rejects when one cannot be loaded, and removes it
 */
export async function loadStylesheets(document: Document, urls: readonly string[]): Promise<void> {
  const present = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const known = documentFiles(document);
  const loading = present.filter((link) => loads.has(link) && urls.includes(link.getAttribute('href') ?? ''));
  const added = urls.filter((url) => !known.has(url)).map((url) => addStylesheet(document, url));
  await Promise.all([...loading.map((link) => loads.get(link)), ...added]);
}

/** Loading stylesheets: a second navigation to the same page waits for them too. */
const loads = new WeakMap<HTMLLinkElement, Promise<void>>();

function addStylesheet(document: Document, url: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  const load = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`The stylesheet ${url} did not load`));
    });
  });
  loads.set(link, load);
  document.head.append(link);
  return load;
}
