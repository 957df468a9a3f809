import path from 'node:path';
import { assetUrl } from '../../contract/release/release.ts';
import { decodeSegment } from '../../contract/routing/url-path.ts';
import { sha256 } from '../../packaging/sha256.ts';
import type { App } from '../app-paths.ts';
import { readImage } from '../images/image-file.ts';
import { addressDefect } from '../images/image-uses.ts';
import type { PlacedImage } from './markdown.ts';

const HASH_LENGTH = 10;

/**
 * Takes an image of a text into the release.
 * @param folder of the text, in the app's. @param images path in the release → body: it is added to these.
 * @returns its address and size, or what is wrong with it
 */
export function placeContentImage(
  app: App,
  folder: string,
  src: string,
  images: Map<string, Buffer>,
): PlacedImage | string {
  const defect = addressDefect(src);
  if (defect !== undefined) return defect;
  const { root } = app.paths;
  const found = path.join(root, folder, decodeSegment(src) ?? src);
  if (!found.startsWith(root + path.sep)) return `${src} is outside of the app`;
  const image = readImage(found, src);
  if (typeof image === 'string') return image;
  const { name, ext } = path.parse(found);
  const safe = name.replaceAll(/[^\w-]/g, '-').slice(0, 60);
  const file = `client/${safe}.${sha256(image.body).slice(0, HASH_LENGTH)}${ext.toLowerCase()}`;
  images.set(file, image.body);
  return { src: assetUrl(app.config.name, file), width: image.width, height: image.height };
}
