import type { Release } from './release.ts';

/** The script that no code imports: the bootstrap is inlined. */
const INLINED = 'bootstrap';

/**
 * The import map of a composition. Scripts name each other without a hash (`/assets/blog/pages.blog.post.js`), so a
 * change in one changes no other file; this map, inlined in every document, leads to the files of the composition.
 * @param releases the releases of the composition
 * @returns unhashed URL → URL of the file, for every script; keys sorted
 */
export function importMap(releases: Release[]): { imports: Record<string, string> } {
  const imports: [string, string][] = [];
  for (const release of releases)
    for (const file of Object.keys(release.files)) {
      const parts = /^client\/(.+)\.[0-9a-f]{10}\.js$/.exec(file);
      if (!parts || parts[1] === INLINED) continue;
      const base = `/assets/${release.app}/`;
      imports.push([`${base}${parts[1]}.js`, `${base}${file.slice('client/'.length)}`]);
    }
  return { imports: Object.fromEntries(imports.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}
