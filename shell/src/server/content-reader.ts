import type { ContentEntry, ContentReader } from '@voltframe/kit/contract/page/page-server';
import { copied } from './json-data.ts';

/** Reads a file of a release's `data/` folder; undefined when there is none. */
export type ReadFile = (app: string, file: string) => Promise<{ text: string; sha256: string } | undefined>;
/** The files that a rendering has read: `app/data/file.json` → its sha-256, or '' when it was missing. */
export type Inputs = Record<string, string>;

/**
 * The parsed content of a file, cached with the file: every page that shows one entry of a list reads the whole list.
 */
const contents = new WeakMap<object, unknown>();

/**
 * The content of one app for one rendering.
 * Each rendering gets a copy: its changes are not visible to other renderings.
 * @param inputs records every read, found or not: the rendering is valid while these are unchanged
 */
export function createContentReader(app: string, read: ReadFile, inputs: Inputs): ContentReader {
  const readJson = async <T>(file: string): Promise<T | undefined> => {
    const found = await read(app, file);
    inputs[`${app}/${file}`] = found?.sha256 ?? '';
    return found && (contentOf(found) as T);
  };
  const need = async <T>(file: string): Promise<T> => {
    const value = await readJson<T>(file);
    if (value === undefined) throw new Error(`The release of "${app}" has no ${file}`);
    return value;
  };
  return {
    list: <T = ContentEntry>(collection: string) => need<T[]>(`data/${collection}/index.json`),
    entry: async <T = ContentEntry>(collection: string, slug: string) =>
      isSlug(slug) ? readJson<T>(`data/${collection}/${slug}.json`) : undefined,
    data: <T>(name: string) => need<T>(`data/${name}.json`),
  };
}

function contentOf(file: { text: string }): unknown {
  if (!contents.has(file)) contents.set(file, JSON.parse(file.text));
  return copied(contents.get(file));
}

/** The slug is part of the address; `index` is the list and not an entry. */
function isSlug(slug: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug !== 'index';
}
