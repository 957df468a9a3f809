import path from 'node:path';
import type { Picture, PictureSource } from '../../react/images/picture.ts';
import { MOST_CLIENT_BYTES } from '../../contract/operations/operations.ts';
import { assetUrl } from '../../contract/release/release.ts';
import { MB } from '../../contract/units.ts';
import { sha256 } from '../../packaging/sha256.ts';
import type { App } from '../app-paths.ts';
import { storedOrMade } from '../made-cache.ts';
import { HASH_LENGTH, hashedName } from '../release/release-files.ts';
import { type ImageFile, imageOf, isPicture } from './image-file.ts';
import { makeVersions, type PictureVersions, recipe } from './make-versions.ts';

/** A picture with its files: path in the release → body. */
export interface PlacedPicture {
  picture: Picture;
  files: Map<string, Buffer>;
}

/**
 * Prepares a picture of an app for its release.
 * @param file prefix of the names of its files. @param name for messages.
 * @returns the picture, or its defect
 */
export type PlacePicture = (file: string, name: string, body: Buffer) => Promise<PlacedPicture | string>;

/**
 * Versions are stored in the app's cache for the next build. The build ends at the first picture with which the
 * pictures alone exceed the limit of a release: versions of the others would take minutes.
 * @param mostBytes of all versions together.
 */
export function createPictures(
  app: App,
  mode: 'production' | 'development',
  mostBytes = app.mostClientBytes ?? MOST_CLIENT_BYTES,
): PlacePicture {
  let last: Promise<unknown> = Promise.resolve();
  const sizes = new Map<string, number>();
  const total = (): number => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const assertRoom = (): void => {
    if (total() <= mostBytes) return;
    throw new Error(
      `with it the pictures of the app have ${inMegabytes(total())} together, and they may have ` +
        `${inMegabytes(mostBytes)} (RELEASE_FILES_MB, less the files in public/). Remove pictures, or serve them from ` +
        'another site',
    );
  };
  /** One at a time, because the encoders use all cores for one picture, and a decoded picture is large. */
  const versionsOf = (body: Buffer): Promise<PictureVersions> => {
    const versions = last.then(async () => {
      assertRoom();
      const key = `${await recipe()} ${sha256(body)}`;
      return storedOrMade(app, 'pictures', key, () => makeVersions(body));
    });
    last = versions.catch(() => undefined);
    return versions;
  };

  return async (file, name, body) => {
    const image = imageOf(body, name, isPicture(file) ? 'made' : 'sent');
    if (typeof image === 'string') return image;
    // In development the picture is sent unchanged, so that no edit waits for versions.
    if (mode === 'development' || !isPicture(file)) return asItIs(app.config.name, file, image);
    try {
      const placed = placeVersions(app.config.name, file, await versionsOf(body));
      for (const [at, made] of placed.files) sizes.set(at, made.length);
      assertRoom();
      return placed;
    } catch (error) {
      return `${name} cannot be used: ${(error as Error).message.split('\n')[0]}`;
    }
  };
}

/**
 * @returns the module of an imported picture. Converted to a string it is the address, for a plain `<img>`; as JSON
 * the data.
 */
export function pictureModule(picture: Picture): string {
  const data = JSON.stringify(picture);
  return `export default /*#__PURE__*/ Object.defineProperty(${data}, 'toString', { value() { return this.src; } });`;
}

function asItIs(app: string, file: string, { body, width, height }: ImageFile): PlacedPicture {
  const { name, ext } = path.parse(file);
  const placed = `client/${hashedName(safeName(name) + ext.toLowerCase(), body)}`;
  return {
    picture: { src: assetUrl(app, placed), width, height, sources: [] },
    files: new Map([[placed, body]]),
  };
}

/**
 * All versions have the same digest, of all of them, in their names, so that the markup of a picture compresses well.
 */
function placeVersions(app: string, file: string, made: PictureVersions): PlacedPicture {
  const { width, height, placeholder, versions } = made;
  const hash = sha256(versions.map(({ body }) => sha256(body)).join(' ')).slice(0, HASH_LENGTH);
  const name = safeName(path.parse(file).name);
  const placed = versions.map((version) => ({
    ...version,
    file: `client/${name}-${version.width}.${hash}${version.extension}`,
  }));
  const types = [...new Set(versions.map(({ type }) => type))];
  const sources = types.map((type): PictureSource => {
    const sizes = placed.filter((version) => version.type === type);
    return { type, srcSet: sizes.map((one) => `${assetUrl(app, one.file)} ${one.width}w`).join(', ') };
  });
  const src = assetUrl(app, placed.at(-1)!.file);
  return {
    picture: { src, width, height, ...(placeholder !== undefined && { placeholder }), sources },
    files: new Map(placed.map((version) => [version.file, version.body])),
  };
}

function inMegabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

function safeName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '-').slice(0, 60);
}
