/**
 * First segment of every address of the blog. After a change, keep the old segment with redirects (docs/recipes.md).
 */
export const SECTION = '/blog';

/** Address of the search index. */
export const INDEX_PATH = `${SECTION}/search.json`;
