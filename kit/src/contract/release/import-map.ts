import type { ImportMap } from '../page/page-data.ts';
import { libraryFile, libraryUrl } from './library-file.ts';
import { assetUrl, type Release } from './release.ts';

const SCRIPT = /^client\/(.+)\.[0-9a-f]{10}\.js$/;

/**
 * The import map of a composition. Scripts name each other without a hash (`/assets/blog/pages.blog.post.js`), so a
 * change in one changes no other file; this map leads to the files of the composition.
 * @param releases the releases of the composition
 * @returns every script; keys sorted
 */
export function importMap(releases: Release[]): ImportMap {
  const scripts = releases.flatMap(scriptsOf);
  scripts.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    imports: Object.fromEntries(scripts.flatMap(({ name, url }) => (name === url ? [] : [[name, url]]))),
    integrity: Object.fromEntries(scripts.map(({ url, integrity }) => [url, integrity])),
  };
}

/** As the map has it. */
interface Script {
  name: string;
  url: string;
  integrity: string;
}

/** Every candidate has the releases of all apps, and all of them but one were in the composition before. */
const ofReleases = new WeakMap<Release['files'], Script[]>();

function scriptsOf({ app, files, client }: Release): Script[] {
  const cached = ofReleases.get(files);
  if (cached) return cached;
  const scripts = Object.entries(files).flatMap(([file, { sha256 }]) => {
    const integrity = integrityOf(sha256);
    // Code names the file of a shared library by its address.
    if (file === libraryFile(sha256))
      return [{ name: libraryUrl(sha256), url: libraryUrl(sha256), integrity }];
    const [, name] = SCRIPT.exec(file) ?? [];
    // No code imports the bootstrap of the shell: it is inlined.
    if (name === undefined || file === client.bootstrap) return [];
    return [{ name: `/assets/${app}/${name}.js`, url: assetUrl(app, file), integrity }];
  });
  ofReleases.set(files, scripts);
  return scripts;
}

/**
 * @param urls of the files
 * @returns the part of a map that leads to these files; others are left out
 */
export function partOfMap(map: ImportMap, urls: Iterable<string>): ImportMap {
  const known = [...new Set(urls)].filter((url) => Object.hasOwn(map.integrity, url));
  return {
    imports: Object.fromEntries(
      known.flatMap((url) => {
        const name = url.replace(/\.[0-9a-f]{10}\.js$/, '.js');
        return name === url ? [] : [[name, url]];
      }),
    ),
    integrity: Object.fromEntries(known.map((url) => [url, map.integrity[url]!])),
  };
}

/** @param sha256 hex. @returns the value of the attribute `integrity`. */
export function integrityOf(sha256: string): string {
  const bytes = sha256.match(/../g) ?? [];
  return `sha256-${btoa(bytes.map((byte) => String.fromCharCode(parseInt(byte, 16))).join(''))}`;
}
