/**
 * The `id`s of elements by which the platform finds its own parts of a document. The elements of pages and islands do
 * not have them: the compiler of Markdown gives headings other ones.
 */
export const PLATFORM_IDS: readonly string[] = ['app', 'main', 'page-data', 'announcer'];

/** Finds the data of the page. The name of the element is in it, so that a heading with this id is not found. */
export const PAGE_DATA_SELECTOR = 'script[id="page-data"]';
