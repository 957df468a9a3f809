import { readFileSync } from 'node:fs';

/** Where the site's fonts are on the operations port. */
export const FONTS = '/-/fonts/';

const FILES = ['tokens', 'base', 'controls', 'tables', 'charts', 'views', 'documents'];

/** The stylesheet of the operations page. */
export const STYLES = FILES.map((name) => readFileSync(new URL(`${name}.css`, import.meta.url), 'utf8')).join(
  '\n',
);
