/** First segment of every address of the blog. Who changes it keeps the old one, with its redirects (CONTRIBUTING.md). */
export const SECTION = '/blog';
