import type { SiteContract } from '../../contract/release/site-contract.ts';

/** @param own patterns and islands of the app itself. @returns the text of `mfe-env.d.ts`. */
export function siteTypesText(
  { pages, resources, islands }: SiteContract,
  own: { pages: string[]; islands: string[] },
): string {
  const targets = [...Object.keys(pages), ...Object.keys(resources), ...own.pages].map(targetType);
  return `// Written by \`mfe sync\`: what this site has. Not to be edited; a name that is gone is a type error from here on.
import '@voltframe/kit/react';

declare module '@voltframe/kit/react' {
  interface SiteTypes {
    page: ${union(targets)};
    island: ${union([...Object.keys(islands), ...own.islands].map(literal))};
  }
}
`;
}

/** `/blog/:slug` → the template type that takes every slug. */
function targetType(pattern: string): string {
  if (!pattern.includes('/:')) return literal(pattern);
  const text = pattern.replace(/[`\\$]/g, '\\$&').replace(/:[a-z][a-zA-Z\d]*/g, '${string}');
  return `\`${text}\``;
}

function literal(name: string): string {
  return `'${name.replace(/['\\]/g, '\\$&')}'`;
}

function union(types: string[]): string {
  const each = [...new Set(types)].toSorted();
  return each.length === 0 ? 'never' : each.map((type) => `\n      | ${type}`).join('');
}
