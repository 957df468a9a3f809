/**
 * First segment of every address of the blog. Who changes it keeps the old one, with its redirects (docs/recipes.md).
 */
export const SECTION = '/blog';

/** Where the browser gets the index of all notes. */
export const INDEX_PATH = `${SECTION}/search.json`;
