import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Picture } from '../../react/images/picture.ts';
import { decodeSegment } from '../../contract/routing/url-path.ts';
import type { App } from '../app-paths.ts';
import { addressDefect } from '../images/image-uses.ts';
import type { Pictures } from '../images/pictures.ts';

/**
 * Takes an image of a text into the release.
 * @param folder of the text, in the app's. @param images path in the release → body: it is added to these.
 * @returns what a page shows of it, or what is wrong with it
 */
export async function placeContentImage(
  { paths: { root } }: App,
  folder: string,
  src: string,
  pictures: Pictures,
  images: Map<string, Buffer>,
): Promise<Picture | string> {
  const defect = addressDefect(src);
  if (defect !== undefined) return defect;
  const found = path.join(root, folder, decodeSegment(src) ?? src);
  if (!found.startsWith(root + path.sep)) return `${src} is outside of the app`;
  if (!existsSync(found)) return `${src} does not exist`;
  const placed = await pictures.place(found, src, readFileSync(found));
  if (typeof placed === 'string') return placed;
  for (const [file, body] of placed.files) images.set(file, body);
  return placed.picture;
}
