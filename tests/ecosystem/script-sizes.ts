import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '@voltframe/kit/contract/release/release';

/** The scripts of the pages of a built app, in bytes, brotli. */
export interface ScriptSizes {
  pages: number;
  /** Each script once: a visitor who opens all pages loads these. */
  together: number;
  /** The sum of what each page alone loads. */
  apart: number;
}

/** @param app folder of a built app. @param prefix of the ids of the counted routes */
export function scriptSizes(app: string, prefix: string): ScriptSizes {
  const dist = path.join(app, 'dist');
  const { client, routes } = JSON.parse(readFileSync(path.join(dist, 'release.json'), 'utf8')) as Release;
  const pages = routes.filter(({ id }) => id.startsWith(prefix)).map(({ js }) => [client.entry, ...js]);
  const sizeOf = (file: string): number => {
    const sent = path.join(dist, `${file}.br`);
    return readFileSync(existsSync(sent) ? sent : path.join(dist, file)).length;
  };
  const sum = (files: Iterable<string>): number =>
    [...files].reduce((bytes, file) => bytes + sizeOf(file), 0);
  return { pages: pages.length, together: sum(new Set(pages.flat())), apart: sum(pages.flat()) };
}
